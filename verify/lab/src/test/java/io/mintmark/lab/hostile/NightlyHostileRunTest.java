package io.mintmark.lab.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.cli.Mintmark;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The whole command against real servers; on a busy machine tenants may wait, and strangers send little. */
@EnabledOnOs(OS.LINUX)
@Timeout(300)
class NightlyHostileRunTest {
    @TempDir
    private Path directory;

    private int exitCode;

    private String report(Class<?> server, String only, String... more) throws IOException {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        PrintStream before = System.out;
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            List<String> words =
                    List.of("--only", only, "--launcher", launcher(server).toString(), "--work", directory.toString());
            exitCode = HostileRun.run(
                    Stream.concat(words.stream(), Stream.of(more)).toArray(String[]::new));
        } finally {
            System.setOut(before);
        }
        return printed.toString(StandardCharsets.UTF_8);
    }

    /** The command from the class path of this test, where the script would need the jar. */
    private Path launcher(Class<?> server) throws IOException {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        Path script = Files.writeString(
                directory.resolve("mintmark"),
                "#!/bin/sh\nexec " + java + " -XX:+UseSerialGC -XX:+ExitOnOutOfMemoryError $MINTMARK_JAVA_OPTS -cp '"
                        + System.getProperty("java.class.path") + "' " + server.getName() + " \"$@\"\n");
        return Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
    }

    @Test
    void shouldStandWhatIsRefusedOverEachStore() throws IOException {
        assertThat(report(Mintmark.class, "^control-no-json$|^head-no-http$", "--quick")
                        .lines())
                .anyMatch(line -> line.contains("SQLite. Alone the tenants had a P99 of"))
                .anyMatch(line -> line.contains("two nodes over PostgreSQL. Alone the tenants had"))
                .filteredOn(line -> line.matches("\\| (OutOfMemoryErrors|incidents) \\|.* met \\|"))
                .hasSize(4);
    }

    /** The broken twin: a server whose limits count on memory that something holds which they do not count. */
    @Test
    void wouldSeeAServerWhoseHeapEnds() throws IOException {
        String report = report(UncountingServer.class, "^document-largest$", "--store", "sqlite", "--", "-Xmx256m");

        assertThat(exitCode).isEqualTo(1);
        assertThat(report).contains("OutOfMemoryError: Java heap space", "a server ended with exit code 3");
    }
}
