package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A backup of which the disk behind standard output took a part is none, and nobody may take it for one. */
class FullOutputTest {
    @TempDir
    private Path temporary;

    /** A file on a disk that has no more room. */
    private static final class Full extends OutputStream {
        private int room = 10_000;

        @Override
        public void write(int b) throws IOException {
            if (room-- <= 0) {
                throw new IOException("No space left on device");
            }
        }
    }

    @Test
    void shouldFailWhereStandardOutputTakesNoMore() throws Exception {
        StoppedData data = new StoppedData(temporary.resolve("data"));
        data.use(Calls::createDatabase);
        PrintStream usual = System.out;
        CommandRun run;
        System.setOut(new PrintStream(new Full()));
        try {
            run = data.run("backup", "--to", "-");
        } finally {
            System.setOut(usual);
        }

        run.expect(1);
        assertThat(run.err()).contains("The backup cannot be written", "standard output", "room");
    }
}
