package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** What the disk behind standard output did not take is lost, and nobody may take a part for the whole. */
class FullOutputTest {
    @TempDir
    private Path temporary;

    /** A file on a disk that has no more room. */
    private static final class Full extends OutputStream {
        private int room;

        Full(int room) {
            this.room = room;
        }

        @Override
        public void write(int b) throws IOException {
            if (room-- <= 0) {
                throw new IOException("No space left on device");
            }
        }
    }

    /** A writer that hears of what its stream keeps to itself, as not every one does. */
    @SuppressWarnings("DefaultCharset")
    private static PrintWriter full() {
        return new PrintWriter(new PrintStream(new Full(0)), true);
    }

    @ParameterizedTest
    @ValueSource(strings = {"version", "--help", "help launch", "launch next --data DATA", "--help-all"})
    void shouldFailWhereWhatWasPrintedIsLost(String words) {
        String[] args = words.replace("DATA", temporary.toString()).split(" ");
        StringWriter err = new StringWriter();
        CommandLine line = Mintmark.commandLine(Map.of(), args).setOut(full()).setErr(new PrintWriter(err, true));

        assertThat(line.execute(args)).isEqualTo(1);
        assertThat(err.toString().lines())
                .last()
                .asString()
                .startsWith("mintmark: standard output did not take all that was printed");
    }

    /** In a process, whose writer hears nothing of what the stream behind it keeps to itself. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void shouldFailAsAProcessWhoseOutputIsFull() throws Exception {
        Process launch = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Mintmark.class.getName(),
                        "launch",
                        "next",
                        "--data",
                        temporary.toString())
                .redirectOutput(new File("/dev/full"))
                .start();

        assertThat(new String(launch.getErrorStream().readAllBytes(), StandardCharsets.UTF_8).lines())
                .last()
                .asString()
                .startsWith("mintmark: standard output did not take all that was printed");
        assertThat(launch.waitFor()).isEqualTo(1);
    }

    @Test
    void shouldFailWhereStandardOutputTakesNoMore() throws Exception {
        StoppedData data = new StoppedData(temporary.resolve("data"));
        data.use(Calls::createDatabase);
        PrintStream usual = System.out;
        CommandRun run;
        System.setOut(new PrintStream(new Full(10_000)));
        try {
            run = data.run("backup", "--to", "-");
        } finally {
            System.setOut(usual);
        }

        run.expect(1);
        assertThat(run.err()).contains("The backup cannot be written", "standard output", "room");
    }
}
