package io.mintmark.lab.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A script names its command as text, which no compiler follows when a class moves. */
class ScriptsOfCommandsTest {
    private static final Pattern NAMED =
            Pattern.compile("(?:run_lab|io\\.mintmark\\.lab\\.report\\.LabCommand) ([a-z]+(?:\\.[a-z]+)*\\.[A-Z]\\w+)");

    private static List<String> named() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("."))) {
            return files.filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
                    .flatMap(script -> NAMED.matcher(text(script)).results().map(ScriptsOfCommandsTest::command))
                    .toList();
        }
    }

    private static String text(Path script) {
        try {
            return Files.readString(script);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static String command(MatchResult found) {
        return "io.mintmark.lab." + found.group(1);
    }

    private static Class<?> loaded(String name) throws ClassNotFoundException {
        return Class.forName(name, false, ScriptsOfCommandsTest.class.getClassLoader());
    }

    @Test
    void shouldNameCommandsThatAreThere() throws Exception {
        List<String> named = named();

        assertThat(named).hasSizeGreaterThan(12);
        for (String name : named) {
            assertThat(loaded(name).getDeclaredConstructor()).as(name).isNotNull();
        }
    }

    /** The twin: a command that is not there. */
    @Test
    void shouldNotFindACommandThatMoved() {
        assertThatThrownBy(() -> loaded("io.mintmark.lab.bench.NoSuchRun")).isInstanceOf(ClassNotFoundException.class);
    }
}
