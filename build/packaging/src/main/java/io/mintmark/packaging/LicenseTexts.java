package io.mintmark.packaging;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Texts of licences: those in a library's jar, those of a folder for libraries whose jars lack some, and the common
 * ones.
 *
 * <p>Apache-2.0 and EPL-2.0 read alike for all. MIT and BSD name their owner, so each library needs a text of its own.
 */
final class LicenseTexts {
    private static final Set<String> COMMON = Set.of("Apache-2.0", "EPL-2.0");
    private static final Pattern BLANK = Pattern.compile("\\s+");

    private final Path folder;
    private final Properties added = new Properties();

    LicenseTexts(Path folder) throws IOException {
        this.folder = folder;
        try (Reader reader = Files.newBufferedReader(folder.resolve("libraries.properties"))) {
            added.load(reader);
        }
    }

    /** Returns the texts that belong to {@code library}, by their names. */
    Map<String, String> of(Library library, Path jar) throws IOException {
        Map<String, String> texts = new LinkedHashMap<>();
        if (COMMON.contains(library.license())) {
            texts.put(library.license(), Files.readString(folder.resolve(library.license() + ".txt")));
        }
        texts.putAll(LibraryJar.texts(jar));
        for (String file : addedTo(library)) {
            texts.put(file, Files.readString(folder.resolve(file)));
        }
        return texts;
    }

    /** Returns which texts {@code library} lacks. */
    List<String> missing(Library library, Path jar) throws IOException {
        List<String> wrong = new ArrayList<>();
        if (of(library, jar).isEmpty()) {
            wrong.add(library.coordinates() + " has no text of its licence " + library.license()
                    + ": add one to libraries.properties");
        }
        boolean told = added.containsKey(library.key())
                || LibraryJar.texts(jar).keySet().stream().anyMatch(name -> name.startsWith("META-INF/licenses/"));
        if (LibraryJar.hasCodeOfOthers(jar) && !told) {
            wrong.add(library.coordinates() + " has code of others in it: add their licence to libraries.properties");
        }
        return wrong;
    }

    private List<String> addedTo(Library library) {
        return BLANK.splitAsStream(added.getProperty(library.key(), ""))
                .filter(file -> !file.isEmpty())
                .toList();
    }
}
