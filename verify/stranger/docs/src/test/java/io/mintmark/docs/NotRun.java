package io.mintmark.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;

/** A block or command that nothing can run, and the reason; {@code not-run.txt} lists them all. */
record NotRun(String file, String begins, String reason) {
    private static final Pattern FIELDS = Pattern.compile("\\s*::\\s*");

    /** In the place of a file: a command, wherever it stands. */
    private static final String COMMAND = "command";

    static List<NotRun> all() throws IOException {
        try (InputStream list = Objects.requireNonNull(NotRun.class.getResourceAsStream("/not-run.txt"))) {
            return new String(list.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .map(NotRun::of)
                    .toList();
        }
    }

    private static NotRun of(String line) {
        List<String> fields = FIELDS.splitAsStream(line).toList();
        assertThat(fields).as("FILE :: FIRST LINE :: REASON: %s", line).hasSize(3);
        return new NotRun(fields.get(0), fields.get(1), fields.get(2));
    }

    boolean is(Block block) {
        return block.file().equals(file) && block.firstLine().equals(begins);
    }

    boolean isCommand(String word) {
        return file.equals(COMMAND) && begins.equals(word);
    }

    boolean isCommand() {
        return file.equals(COMMAND);
    }
}
