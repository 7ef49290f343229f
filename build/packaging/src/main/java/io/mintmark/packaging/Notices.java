package io.mintmark.packaging;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Writes the notices of third parties and the SBOM, and proves that they are complete.
 *
 * <p>The SBOM must name each jar that the list of the licence check names, and all code in the release's jar must come
 * from them.
 */
public final class Notices {
    private static final String SBOM = "mintmark.cdx.json";
    private static final Pattern SEPARATOR = Pattern.compile(Pattern.quote(File.pathSeparator));

    private final List<Library> libraries;
    private final Map<String, Path> jars;
    private final LicenseTexts texts;

    private Notices(List<Library> libraries, Map<String, Path> jars, LicenseTexts texts) {
        this.libraries = libraries;
        this.jars = jars;
        this.texts = texts;
    }

    /**
     * Takes the build folder of the command line, a file with the class path, the folder of texts, and that of the
     * release.
     */
    public static void main(String[] args) throws IOException {
        Path cli = Path.of(args[0]);
        List<Library> libraries = Library.of(Files.readString(cli.resolve("classes/META-INF/THIRD-PARTY.txt")));
        Map<String, Path> jars = new HashMap<>();
        SEPARATOR
                .splitAsStream(Files.readString(Path.of(args[1])).strip())
                .map(Path::of)
                .forEach(jar -> jars.put(String.valueOf(jar.getFileName()), jar));
        Notices notices = new Notices(libraries, jars, new LicenseTexts(Path.of(args[2])));
        Sbom sbom = Sbom.of(cli.resolve(SBOM));
        List<String> wrong = notices.missing(sbom, cli.resolve("mintmark.jar"));
        if (!wrong.isEmpty()) {
            throw new IllegalStateException("the notices are not complete:\n" + String.join("\n", wrong));
        }
        Files.writeString(Path.of(args[3], "THIRD-PARTY-NOTICES.txt"), notices.text());
        sbom.write(Path.of(args[3], SBOM));
    }

    /** Returns the notices of {@code libraries}, whose jars are known by their file names. */
    static Notices of(List<Library> libraries, Map<String, Path> jars, Path texts) throws IOException {
        return new Notices(libraries, jars, new LicenseTexts(texts));
    }

    /** Returns what the list, the SBOM and the release's jar do not agree about, and which texts are missing. */
    List<String> missing(Sbom sbom, Path releaseJar) throws IOException {
        List<String> wrong = new ArrayList<>();
        Set<String> listed = new TreeSet<>();
        libraries.forEach(library -> listed.add(library.coordinates()));
        // The SBOM may name more: annotations that were compiled against, say, and are not in the jar.
        listed.removeAll(sbom.components());
        listed.forEach(each -> wrong.add(each + " is not in the SBOM"));
        Set<String> known = new HashSet<>();
        for (Library library : libraries) {
            Path jar = jars.get(library.fileName());
            if (jar == null) {
                wrong.add(library.coordinates() + " has no jar on the class path");
            } else {
                known.addAll(LibraryJar.code(jar));
                wrong.addAll(library.isOurs() ? List.of() : texts.missing(library, jar));
            }
        }
        LibraryJar.code(releaseJar).stream()
                .filter(name -> !known.contains(name) && !name.startsWith("io/mintmark/cli/"))
                .forEach(name -> wrong.add(name + " is in the release and in none of the jars that are listed"));
        return wrong;
    }

    /** Returns one text for all libraries of others; what several of them say alike stands once, after them. */
    String text() throws IOException {
        StringBuilder text =
                new StringBuilder("mintmark.jar contains the libraries below. Each one's source code is at its"
                        + " address, and in the jar of its\nsources, of the same version, at Maven Central. The texts of their"
                        + " licences and notices follow after the list.\n\n");
        List<String> bodies = new ArrayList<>();
        for (Library library : libraries) {
            if (library.isOurs()) {
                continue;
            }
            text.append(library.name())
                    .append(", ")
                    .append(library.coordinates())
                    .append('\n');
            text.append("  ").append(library.home()).append('\n');
            text.append("  passed on under ").append(library.license()).append('\n');
            Path jar = Objects.requireNonNull(jars.get(library.fileName()));
            for (Map.Entry<String, String> each : texts.of(library, jar).entrySet()) {
                text.append("  ")
                        .append(each.getKey())
                        .append(": text ")
                        .append(number(bodies, each.getValue()))
                        .append('\n');
            }
            text.append('\n');
        }
        for (int i = 0; i < bodies.size(); i++) {
            text.append("======== text ")
                    .append(i + 1)
                    .append(" ========\n\n")
                    .append(bodies.get(i))
                    .append("\n\n");
        }
        return text.toString();
    }

    private static int number(List<String> bodies, String text) {
        String body = text.replace("\r\n", "\n").strip();
        if (!bodies.contains(body)) {
            bodies.add(body);
        }
        return bodies.indexOf(body) + 1;
    }
}
