package io.mintmark.rules.english;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.rules.OwnFiles;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * A type that a page names in backticks is there: a name of several words such as {@code RangeSource}, or any that
 * stands behind a package. Names of others, and names that travel, are listed in {@code foreign-names.txt}.
 */
final class DocumentedTypesTest {
    private static final Pattern CODE_BLOCK = Pattern.compile("(?s)```.*?```");
    private static final Pattern QUOTED = Pattern.compile("`@?((?:[a-z]+\\.)*)([A-Z]\\w+)(?:[.#(][^`\\n]*)?`");
    private static final Pattern SEVERAL_WORDS = Pattern.compile("[A-Z][a-z0-9]+(?:[A-Z]+[a-z0-9]*)+");
    private static final Pattern DECLARED = Pattern.compile("\\b(?:class|interface|record|enum)\\s+([A-Z]\\w*)");

    /** Properties are spelt as types behind packages; members that clients send have a table and a test of their own. */
    private static final String PROPERTIES = "mintmark.";

    private static final String MEMBERS = "members.md";

    private static Set<String> ours;
    private static Set<String> foreign;

    @BeforeAll
    static void readNames() throws IOException {
        ours = new HashSet<>();
        for (Path file : files(".java")) {
            ours.add(file.getFileName().toString().replace(".java", ""));
            DECLARED.matcher(text(file)).results().forEach(found -> ours.add(found.group(1)));
        }
        try (InputStream list =
                Objects.requireNonNull(DocumentedTypesTest.class.getResourceAsStream("/foreign-names.txt"))) {
            foreign = new String(list.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    @Test
    void shouldNameTypesThatAreThere() throws IOException {
        Path root = OwnFiles.root();
        List<String> missing = pages().flatMap(page -> named(text(page))
                        .filter(name -> !ours.contains(name) && !foreign.contains(name))
                        .map(name -> root.relativize(page) + ": " + name))
                .distinct()
                .toList();

        assertThat(missing)
                .as("types that no source declares; mend the page, or list a name of others in foreign-names.txt")
                .isEmpty();
    }

    @Test
    void shouldListNoForeignNameThatNoPageHas() throws IOException {
        Set<String> named = pages().flatMap(page -> named(text(page))).collect(Collectors.toSet());

        assertThat(foreign).isNotEmpty().allMatch(named::contains);
        assertThat(foreign).noneMatch(ours::contains);
    }

    /** The twin: a type that is gone is found, alone and behind a package; a word, a property and a block are not. */
    @Test
    void shouldFindATypeThatIsGone() {
        assertThat(named("`RangeSauce`, `load.Fare`, `RangeSource.reserve`, `Low`, `mintmark.counters.NAME`\n"
                        + "```java\nGoneType x;\n```\n"))
                .containsExactly("RangeSauce", "Fare", "RangeSource");
        assertThat(ours).contains("RangeSource").doesNotContain("RangeSauce", "Fare");
    }

    private static Stream<String> named(String page) {
        return QUOTED.matcher(CODE_BLOCK.matcher(page).replaceAll(""))
                .results()
                .filter(found -> !found.group(1).startsWith(PROPERTIES))
                .filter(found -> !found.group(1).isEmpty()
                        || SEVERAL_WORDS.matcher(found.group(2)).matches())
                .map(found -> found.group(2));
    }

    private static Stream<Path> pages() throws IOException {
        return files(".md").stream()
                .filter(page -> !page.getFileName().toString().equals(MEMBERS));
    }

    private static List<Path> files(String ending) throws IOException {
        return OwnFiles.under(OwnFiles.root()).stream()
                .filter(file -> file.toString().endsWith(ending))
                .toList();
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
