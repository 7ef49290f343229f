package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A machine on which the library of SQLite cannot be unpacked: the last line says what to do, and is no exception of Java's. */
class MissingSqliteTest {
    @TempDir
    private Path directory;

    @Test
    void shouldSayWhereTheLibraryWasToGoAndWhatHelps() throws Exception {
        // No folder: nothing can be unpacked into it, as nothing can be loaded from one that is mounted noexec.
        Path file = Files.writeString(directory.resolve("file"), "");
        try (ServerProcess server = ServerProcess.serve(directory, "-Dorg.sqlite.tmpdir=" + file)) {
            assertThat(server.endsUnready()).isTrue();
            assertThat(server.awaitExit()).isEqualTo(1);
            assertThat(server.log().lines().reduce((before, last) -> last))
                    .hasValueSatisfying(last -> assertThat(last)
                            .startsWith("mintmark: SQLite's native library cannot be unpacked into " + file)
                            .contains("mintmark prepare", "-Dorg.sqlite.tmpdir="));
        }
    }
}
