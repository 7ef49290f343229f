package io.mintmark.rules.english;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.rules.OwnFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Sentences of pages and comments begin with their subject: a reader who reads once, fast, and perhaps in a second language
 * stumbles over the openings that are refused here.
 */
final class OpeningsTest {
    private static final Pattern REFUSED =
            Pattern.compile("^(So (long|many|much|far)|Whoever|Who|Of|Tells whether|What it is to)\\b.*");

    @Test
    void shouldBeginWithTheSubject() throws IOException {
        Path root = OwnFiles.root();
        List<String> refused = OwnFiles.under(root).stream()
                .filter(OpeningsTest::isRead)
                .flatMap(file -> refused(root, file))
                .toList();

        assertThat(refused)
                .as("sentences whose opening hides their subject; write the subject first")
                .isEmpty();
    }

    /** The twin: sentences of each kind are found where they stand. */
    @Test
    void shouldFindWhatItRefuses() {
        assertThat(refusedOf("A.java", "/** Tells whether it is closed. */\n// So long it waits.\nint a;"))
                .containsExactly("Tells whether it is closed.", "So long it waits.");
        assertThat(refusedOf("a.md", "# Title\n\nIt waits. Whoever comes, comes late.\n\n- Of two, one\n"))
                .containsExactly("Whoever comes, comes late.", "Of two, one");
        assertThat(refusedOf("a.md", "Who may call? Anybody.\n\n```\nOf code nothing is read.\n```\n"))
                .isEmpty();
    }

    private static Stream<String> refused(Path root, Path file) {
        try {
            return refusedOf(file.getFileName().toString(), Files.readString(file)).stream()
                    .map(sentence -> root.relativize(file) + ": " + sentence);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> refusedOf(String name, String text) {
        return Prose.sentences(name, text).stream()
                .filter(sentence -> REFUSED.matcher(sentence).matches() && !sentence.endsWith("?"))
                .toList();
    }

    private static boolean isRead(Path file) {
        String name = file.getFileName().toString();
        return !name.equals("OpeningsTest.java")
                && (name.endsWith(".java") || name.endsWith(".md") || name.endsWith(".sh") || name.equals("mintmark"));
    }
}
