package io.mintmark.docs;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The class path of this test, or what is left of it for a reader who has only some of our artifacts. */
final class ClassPath {
    private static final Pattern ARTIFACT = Pattern.compile("<artifactId>(mintmark-[a-z-]+)</artifactId>");
    private static final Pattern DEPENDENCY = Pattern.compile("<dependency>(.*?)</dependency>", Pattern.DOTALL);
    private static final Pattern NOT_PASSED_ON =
            Pattern.compile("<optional>true</optional>|<scope>(test|provided|runtime)</scope>");

    /** Directories of modules and what each passes on to its users, by artifact. */
    private final Map<String, Path> modules = new HashMap<>();

    private final Map<String, List<String>> passedOn = new HashMap<>();

    ClassPath() throws IOException {
        try (Stream<Path> poms = Files.find(Pages.ROOT, 2, (file, attributes) -> file.endsWith("pom.xml"))) {
            for (Path pom : poms.toList()) {
                read(pom);
            }
        }
    }

    private void read(Path pom) throws IOException {
        String text = Files.readString(pom);
        String own = text.replaceAll("(?s)<parent>.*?</parent>|<dependenc.*", "");
        Matcher artifact = ARTIFACT.matcher(own);
        if (!artifact.find()) {
            return;
        }
        modules.put(artifact.group(1), pom.getParent());
        passedOn.put(
                artifact.group(1),
                DEPENDENCY
                        .matcher(text)
                        .results()
                        .map(found -> found.group(1))
                        .filter(found -> !NOT_PASSED_ON.matcher(found).find())
                        .flatMap(found -> ARTIFACT.matcher(found).results().map(one -> one.group(1)))
                        .toList());
    }

    /** Returns the directory of the module that makes {@code artifact}, if there is one. */
    Optional<Path> module(String artifact) {
        return Optional.ofNullable(modules.get(artifact));
    }

    /** Returns all artifacts that this build knows, published or not. */
    Set<String> artifacts() {
        return Set.copyOf(modules.keySet());
    }

    static String whole() {
        return System.getProperty("java.class.path");
    }

    /** Returns the class path without those of our modules that these artifacts do not bring. */
    String with(Set<String> artifacts) {
        Set<String> there = new LinkedHashSet<>();
        Deque<String> open = new ArrayDeque<>(artifacts);
        while (!open.isEmpty()) {
            String artifact = open.pop();
            if (there.add(artifact)) {
                open.addAll(passedOn.getOrDefault(artifact, List.of()));
            }
        }
        List<String> missing = modules.entrySet().stream()
                .filter(module -> !there.contains(module.getKey()))
                .map(module -> module.getValue().resolve("target").toString() + File.separator)
                .toList();
        return Pattern.compile(File.pathSeparator)
                .splitAsStream(whole())
                .filter(entry -> missing.stream().noneMatch(entry::startsWith))
                .collect(Collectors.joining(File.pathSeparator));
    }
}
