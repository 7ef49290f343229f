package io.mintmark.rules.english;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.rules.OwnFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Messages of the server and of its commands say in words why something failed, and name no class of Java. */
final class PlainReasonsTest {
    private static final List<String> MODULES =
            List.of("support", "storage", "storage-sqlite", "storage-postgresql", "web", "indexes", "server", "cli");
    /** A failure beside a text, or made one: both show its class. */
    private static final Pattern SHOWN = Pattern.compile("\"\\s*\\+\\s*e\\s*[+),;]|\\be\\.toString\\(\\)");

    @Test
    void shouldSayWhyInWords() throws IOException {
        Path root = OwnFiles.root();

        assertThat(files(root)
                        .filter(file -> file.toString().endsWith(".java"))
                        .flatMap(file -> shown(text(file)).map(found -> root.relativize(file) + ": " + found)))
                .as("messages with the name of a class; use FailureText")
                .isEmpty();
    }

    private static Stream<Path> files(Path root) throws IOException {
        List<Path> files = new ArrayList<>();
        for (String module : MODULES) {
            files.addAll(OwnFiles.under(root.resolve(module).resolve("src/main")));
        }
        return files.stream();
    }

    /** The twin: each form is found where it stands. */
    @Test
    void shouldFindWhatItRefuses() {
        assertThat(shown("x(\"it failed (\" + e + \")\", e);")).hasSize(1);
        assertThat(shown("x(\"it failed: \"\n + e, e); y = e.toString();")).hasSize(2);
        assertThat(shown("x(\"it failed (\" + FailureText.of(e) + \")\", e); x(\"a\" + e.name() + entry);"))
                .isEmpty();
    }

    private static Stream<String> shown(String text) {
        return SHOWN.matcher(text).results().map(MatchResult::group);
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
