package io.mintmark.packaging;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A jar that the release's jar is made of, as the list of the licence check names it. */
record Library(String name, String coordinates, String home, List<String> licenses) {
    /** Licences that we may choose where a library offers several, the ones with the fewest duties first. */
    private static final List<String> CHOICE =
            List.of("Apache-2.0", "MIT", "BSD-2-Clause", "BSD-3-Clause", "EDL-1.0", "EPL-2.0");

    private static final Pattern LINE =
            Pattern.compile(" +((?:\\([^()]*\\) )+)(.+) \\(([^()\\s]+:[^()\\s]+:[^()\\s]+) - (.*)\\)");
    private static final Pattern LICENSE = Pattern.compile("\\(([^()]*)\\) ");

    /** Returns the libraries of {@code list}, which is a {@code THIRD-PARTY.txt}. */
    static List<Library> of(String list) {
        List<Library> libraries = new ArrayList<>();
        list.lines().filter(line -> line.startsWith(" ")).forEach(line -> {
            Matcher parts = LINE.matcher(line);
            if (!parts.matches()) {
                throw new IllegalArgumentException("a line of THIRD-PARTY.txt names no library: " + line);
            }
            List<String> licenses = LICENSE.matcher(parts.group(1))
                    .results()
                    .map(found -> found.group(1))
                    .toList();
            libraries.add(new Library(parts.group(2), parts.group(3), parts.group(4), licenses));
        });
        return libraries;
    }

    boolean isOurs() {
        return coordinates.startsWith("io.mintmark:");
    }

    /** Returns the group and the artifact. */
    String key() {
        return coordinates.substring(0, coordinates.lastIndexOf(':'));
    }

    String fileName() {
        String[] parts = coordinates.split(":", -1);
        return parts[1] + "-" + parts[2] + ".jar";
    }

    /** Returns the licence under which we pass it on. */
    String license() {
        return Stream.concat(CHOICE.stream(), licenses.stream())
                .filter(licenses::contains)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(coordinates + " has no licence"));
    }
}
