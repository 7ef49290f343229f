package io.mintmark.rules.english;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.rules.OwnFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * How long pages may be, in words that have a letter or a digit: a reader must find what he needs. What is for those who judge
 * or build Mintmark is no page for users, as docs/README.md says; reports lie beside the lab.
 */
final class WordBudgetTest {
    private static final Pattern SPACE = Pattern.compile("\\s+");
    private static final Pattern WORD = Pattern.compile(".*[\\p{L}\\p{N}].*");
    private static final List<String> FOR_MAKERS =
            List.of("docs/architecture.md", "docs/fairness.md", "docs/write-an-engine.md");
    private static final long FOR_USERS = 48_500;
    private static final long OF_A_DECISION = 400;

    @Test
    void shouldTellUsersWhatTheyNeedInFewWords() throws IOException {
        Path root = OwnFiles.root();
        long words = OwnFiles.under(root).stream()
                .filter(file -> isForUsers(root.relativize(file).toString()))
                .mapToLong(WordBudgetTest::words)
                .sum();

        assertThat(words).as("words of pages for users").isBetween(10_000L, FOR_USERS);
    }

    @ParameterizedTest
    @CsvSource({
        "README.md, 900",
        "CHANGELOG.md, 1000",
        "docs/how-fast.md, 900",
        "docs/architecture.md, 2600",
        "docs/write-an-engine.md, 700"
    })
    void shouldKeepAPageShort(String page, long most) {
        assertThat(words(OwnFiles.root().resolve(page))).as(page).isLessThanOrEqualTo(most);
    }

    @Test
    void shouldKeepEachDecisionToAPage() throws IOException {
        // Their list has a line for each, and grows with them.
        assertThat(OwnFiles.under(OwnFiles.root().resolve("docs/decisions")))
                .filteredOn(file -> !file.endsWith("README.md"))
                .hasSizeGreaterThan(20)
                .allSatisfy(file -> assertThat(words(file)).as(file.toString()).isLessThanOrEqualTo(OF_A_DECISION));
    }

    /** The twin: a table's frame is no word, and one word too many is counted. */
    @Test
    void shouldCountWords() {
        assertThat(words("# Title\n\n| a | – | 1 |\n|---|---|---|\n")).isEqualTo(2);
        assertThat(words("one two  three\nfour")).isEqualTo(4);
    }

    @Test
    void shouldKnowPagesForUsers() {
        assertThat(List.of("README.md", "docs/jdbc.md", "docs/numbers/README.md"))
                .allMatch(WordBudgetTest::isForUsers);
        assertThat(List.of(
                        "GUARANTEES.md",
                        "docs/architecture.md",
                        "docs/decisions/0001-a.md",
                        "verify/lab/reports/load.md"))
                .noneMatch(WordBudgetTest::isForUsers);
    }

    private static boolean isForUsers(String name) {
        return name.equals("README.md")
                || name.equals("CHANGELOG.md")
                || name.matches("docs/(numbers/)?[^/]+\\.md") && !FOR_MAKERS.contains(name);
    }

    private static long words(Path file) {
        try {
            return words(Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Counts what follows the title. */
    private static long words(String text) {
        String body = text.startsWith("# ") ? text.substring(text.indexOf('\n')) : text;
        return SPACE.splitAsStream(body).filter(WORD.asMatchPredicate()).count();
    }
}
