package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The shipped jar writes a backup to standard output, and restores one from standard input. */
class BackupPipeIT {
    @TempDir
    private Path temporary;

    private StoppedData data;

    @BeforeEach
    void fill() throws Exception {
        data = new StoppedData(temporary.resolve("data"));
        data.use(calls -> {
            calls.createDatabase();
            calls.put("notes/a", "first");
        });
    }

    private int run(Path in, Path out, String... args) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-jar",
                System.getProperty("mintmark.jar", "target/mintmark.jar")));
        command.addAll(List.of(args));
        return new ProcessBuilder(command)
                .redirectInput(in.toFile())
                .redirectOutput(out.toFile())
                .redirectError(temporary.resolve("err").toFile())
                .start()
                .waitFor();
    }

    @Test
    void shouldCarryABackupThroughAPipe() throws Exception {
        Path nothing = Files.createFile(temporary.resolve("nothing"));
        Path pipe = temporary.resolve("pipe");
        StoppedData other = new StoppedData(temporary.resolve("other"));

        assertThat(run(nothing, pipe, "backup", "--data", data.directory.toString(), "--to", "-"))
                .isZero();
        assertThat(Files.readString(temporary.resolve("err"))).contains("standard output: 1 database");
        Path said = temporary.resolve("said");
        assertThat(run(
                        pipe,
                        said,
                        "restore",
                        "-",
                        "--data",
                        other.directory.toString(),
                        "--raise-by",
                        "1k",
                        "--accept-repeats"))
                .isZero();
        assertThat(Files.readString(said)).contains("raised by 1024, incarnation 2");

        other.use(calls -> assertThat(calls.read(List.of("notes/a"))).hasSize(1));
    }
}
