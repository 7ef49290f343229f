package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.MintmarkException;
import io.mintmark.web.access.AuditLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;
import org.slf4j.helpers.SubstituteLoggerFactory;
import picocli.CommandLine;

/** The mode of the server's log. */
@DisabledOnOs(OS.WINDOWS)
@ExtendWith(Logging.class)
class LogFileModeTest {
    @TempDir
    private Path directory;

    private static String mode(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }

    @Test
    void shouldCreateTheLogForItsOwnerAlone() throws IOException {
        Path file = directory.resolve("new/mintmark.log");

        Logging.by("--log-file", file.toString());

        assertThat(mode(file)).isEqualTo("rw-------");
        assertThat(mode(directory.resolve("new"))).isEqualTo("rwx------");
    }

    /** The server's classes are loaded on another thread meanwhile, which may be the first to ask for a logger. */
    @Test
    void shouldWaitForLoggingThatAnotherThreadIsStarting() {
        Path file = directory.resolve("mintmark.log");
        AtomicInteger asked = new AtomicInteger();

        LogSetup.apply(
                CommandLine.populateCommand(new LogOptions(), "--log-file", file.toString()),
                () -> asked.incrementAndGet() < 5 ? new SubstituteLoggerFactory() : LoggerFactory.getILoggerFactory());
        LoggerFactory.getLogger("io.mintmark.other").info("begun");

        assertThat(file).content().contains("begun");
    }

    @Test
    void shouldKeepTheAuditLogForItsOwnerAndApartFromTheOther() throws IOException {
        Path file = directory.resolve("new/audit.log");
        Path other = directory.resolve("new/mintmark.log");

        Logging.by("--audit-file", file.toString(), "--log-file", other.toString(), "--log-level", "error");
        LoggerFactory.getLogger(AuditLog.LOGGER).info("reserve by=\"ada\"");
        LoggerFactory.getLogger("other").error("broken");

        assertThat(mode(file)).isEqualTo("rw-------");
        assertThat(Files.readString(file))
                .endsWith(" INFO  audit: reserve by=\"ada\"\n")
                .hasLineCount(1);
        assertThat(Files.readString(other)).contains("broken").doesNotContain("ada");
    }

    /** Libraries say little a second; the audit log is none. */
    @Test
    void shouldKeepEveryLineOfTheAuditLog() throws IOException {
        Path file = directory.resolve("audit.log");
        Logging.by("--audit-file", file.toString());

        for (int i = 0; i < 1_000; i++) {
            LoggerFactory.getLogger(AuditLog.LOGGER).info("reserve by=\"ada\"");
        }

        assertThat(Files.readAllLines(file)).hasSize(1_000);
    }

    @Test
    void shouldRefuseAnAuditFileThatCannotBeWritten() throws IOException {
        Path directoryInItsPlace = Files.createDirectory(directory.resolve("audit.log"));

        assertThatThrownBy(() -> Logging.by("--audit-file", directoryInItsPlace.toString()))
                .isInstanceOf(MintmarkException.class)
                .hasMessageContainingAll(directoryInItsPlace.toString(), "--audit-file");
    }

    @Test
    void shouldKeepTheModeOfALogThatIsThere() throws IOException {
        Path file = Files.createFile(directory.resolve("mintmark.log"));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));

        Logging.by("--log-file", file.toString());

        assertThat(mode(file)).isEqualTo("rw-r--r--");
    }
}
