package io.mintmark.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The artifacts that users get, which are those of the BOM, and what comes with each. */
final class Published {
    private static final Pattern ARTIFACT = Pattern.compile("<artifactId>(mintmark-[a-z-]+)</artifactId>");
    private static final Pattern NOT_DEPLOYED =
            Pattern.compile("<artifactId>maven-deploy-plugin</artifactId>\\s*<configuration>\\s*<skip>true</skip>");
    private static final List<String> COMPANIONS = List.of("maven-source-plugin", "maven-javadoc-plugin");

    private Published() {}

    static Set<String> artifacts() throws IOException {
        String bom = Files.readString(Pages.ROOT.resolve("build/bom/pom.xml"));
        Set<String> artifacts = new TreeSet<>();
        Matcher found = ARTIFACT.matcher(bom.substring(bom.indexOf("<dependencyManagement>")));
        while (found.find()) {
            artifacts.add(found.group(1));
        }
        return artifacts;
    }

    /** Returns what a module that is published lacks, by its POM. */
    static List<String> missing(String pom) {
        List<String> missing = new ArrayList<>();
        if (NOT_DEPLOYED.matcher(pom).find()) {
            missing.add("it is not deployed");
        }
        for (String companion : COMPANIONS) {
            if (!pom.contains("<artifactId>" + companion + "</artifactId>")) {
                missing.add("it lacks the " + companion);
            }
        }
        return missing;
    }

    static boolean isDeployed(String pom) {
        return !NOT_DEPLOYED.matcher(pom).find();
    }

    static String pom(Path module) throws IOException {
        return Files.readString(module.resolve("pom.xml"));
    }
}
