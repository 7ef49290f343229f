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

/** A comment of main code has at most 120 columns, so that two files fit side by side. */
final class CommentWidthTest {
    private static final int MOST = 120;
    private static final Pattern COMMENT = Pattern.compile("\\s*(\\*|//|/\\*).*");
    private static final Pattern MAIN = Pattern.compile(".*/src/main/java/.*\\.java");

    @Test
    void shouldEndEachCommentBeforeTheMargin() throws IOException {
        Path root = OwnFiles.root();
        List<String> wide = OwnFiles.under(root).stream()
                .filter(file -> MAIN.matcher(root.relativize(file).toString()).matches())
                .flatMap(file -> wide(text(file)).map(line -> root.relativize(file) + ": " + line))
                .toList();

        assertThat(wide)
                .as("comments of more than %d columns; break them", MOST)
                .isEmpty();
    }

    /** The twin: a comment of each kind is found, and code is not. */
    @Test
    void shouldFindAWideComment() {
        String words = "word ".repeat(24);

        assertThat(wide("/** " + words + "*/\n// " + words + "\n * " + words + "\n  int a; // " + words + "\n"))
                .hasSize(3);
        assertThat(wide("// " + "x".repeat(MOST - 3))).isEmpty();
    }

    private static Stream<String> wide(String text) {
        return text.lines()
                .filter(line -> line.codePointCount(0, line.length()) > MOST
                        && COMMENT.matcher(line).matches());
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
