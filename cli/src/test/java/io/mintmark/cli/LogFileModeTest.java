package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.mintmark.MintmarkException;
import io.mintmark.web.access.AuditLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
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
    void shouldBeginANewAuditFileWhenItIsFullAndKeepSoManyOfThem() throws Exception {
        Path file = directory.resolve("audit.log");
        Logging.by("--audit-file", file.toString(), "--audit-size", "2k", "--audit-keep", "2");
        AtomicInteger told = new AtomicInteger();
        Path oldest = directory.resolve("audit.log.2");

        // A file is looked at ten times a second, so it may have grown beyond its size.
        await().until(() -> {
            for (int i = 0; i < 50; i++) {
                LoggerFactory.getLogger(AuditLog.LOGGER).info("delete number=\"{}\"", told.incrementAndGet());
            }
            return Files.exists(oldest) && !Files.readString(oldest).contains("number=\"1\"");
        });

        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files.map(each -> String.valueOf(each.getFileName())))
                    .containsExactlyInAnyOrder("audit.log", "audit.log.1", "audit.log.2");
        }
        for (String name : List.of("audit.log", "audit.log.1", "audit.log.2")) {
            assertThat(mode(directory.resolve(name))).as(name).isEqualTo("rw-------");
        }
        assertThat(Files.size(directory.resolve("audit.log.1"))).isGreaterThanOrEqualTo(2 << 10);
    }

    @Test
    void shouldRefuseAnAuditFileWhoseNameCannotBeCounted() {
        Path file = directory.resolve("audit-%d.log");

        assertThatThrownBy(() -> Logging.by("--audit-file", file.toString()))
                .isInstanceOf(MintmarkException.class)
                .hasMessageContainingAll("%", file.toString(), "--audit-file");
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
