package io.mintmark.lab.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerLogTest {
    private static final String INFO = "2026-11-27T18:43:23.698Z INFO  ServeCommand: Mintmark keeps /data as node A\n";
    private static final String WARN = "2026-11-27T18:47:22.964Z WARN  SlowClientReaper: Turned away: 8 requests\n";
    private static final String ERROR = "2026-11-27T18:43:27.908Z ERROR ErrorBody: incident 1 while answering /docs\n";
    private static final String TRACE = "    java.lang.StackOverflowError\n"
            + "        at java.base/java.io.SequenceInputStream.read(SequenceInputStream.java:198)\n"
            + "        at java.base/java.util.zip.CheckedInputStream.read(CheckedInputStream.java:82)\n";

    @TempDir
    private Path directory;

    private Path out = Path.of("");
    private Path err = Path.of("");

    @BeforeEach
    void begin() throws IOException {
        out = Files.createFile(directory.resolve("stdout"));
        err = Files.createFile(directory.resolve("stderr"));
    }

    private ServerLog.Piece after(Path file, String... lines) throws IOException {
        Files.writeString(file, String.join("", lines), StandardOpenOption.APPEND);
        return new ServerLog(out, err).next();
    }

    @Test
    void shouldSeeTheEndOfTheHeapOnEitherStream() throws IOException {
        assertThat(after(out, "Terminating due to java.lang.OutOfMemoryError: Java heap space\n")
                        .outOfMemory())
                .isEqualTo(1);
        assertThat(after(err, INFO, "java.lang.OutOfMemoryError: Direct buffer memory\n")
                        .outOfMemory())
                .isEqualTo(2);
    }

    @Test
    void shouldCountAnIncidentOnceWithItsTrace() throws IOException {
        ServerLog.Piece piece = after(err, INFO, ERROR, TRACE, ERROR, TRACE, INFO);

        assertThat(piece.incidents()).isEqualTo(2);
        assertThat(piece.first()).isEqualTo(ERROR.strip());
    }

    @Test
    void shouldCountATraceThatIsNoError() throws IOException {
        assertThat(after(err, WARN, TRACE, INFO).incidents()).isEqualTo(1);
        assertThat(after(out, TRACE).incidents()).isEqualTo(2);
        assertThat(after(out, "Exception in thread \"main\" x\n", TRACE).incidents())
                .isEqualTo(3);
    }

    @Test
    void shouldTakeAWarningForNoIncident() throws IOException {
        ServerLog.Piece piece = after(err, INFO, WARN, WARN);

        assertThat(piece.incidents()).isZero();
        assertThat(piece.warnings()).isEqualTo(2);
    }

    @Test
    void shouldReadEachPieceOnce() throws IOException {
        Files.writeString(err, INFO + ERROR);
        ServerLog log = new ServerLog(out, err);
        ServerLog.Piece before = log.next();
        Files.writeString(err, INFO, StandardOpenOption.APPEND);

        assertThat(before.incidents()).isEqualTo(1);
        assertThat(log.next()).isEqualTo(new ServerLog.Piece(INFO.length(), 0, 0, 0, ""));
    }
}
