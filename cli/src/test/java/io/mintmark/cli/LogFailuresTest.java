package io.mintmark.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import ch.qos.logback.core.status.ErrorStatus;
import ch.qos.logback.core.status.WarnStatus;
import io.mintmark.web.access.AuditLog;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;

/** A log that cannot be written to says so. */
class LogFailuresTest {
    private static final String FULL = "/dev/full";

    private final ByteArrayOutputStream said = new ByteArrayOutputStream();
    private final PrintStream before = System.err;

    @AfterEach
    void toStandardErrorAgain() {
        System.setErr(before);
        LogSetup.apply(CommandLine.populateCommand(new LogOptions(), "--log-level", "warn"));
    }

    @Test
    void shouldSayThatAnAuditFileOnAFullDiskLosesLines() {
        assumeTrue(Files.isWritable(Path.of(FULL)));
        System.setErr(new PrintStream(said, true, UTF_8));
        LogSetup.apply(CommandLine.populateCommand(new LogOptions(), "--audit-file", FULL));

        for (int i = 0; i < 3; i++) {
            LoggerFactory.getLogger(AuditLog.LOGGER).info("reserve by=\"ada\"");
        }

        assertThat(said.toString(UTF_8).lines())
                .singleElement()
                .asString()
                .startsWith("mintmark: a log loses lines: ")
                .contains(FULL, "No space left");
    }

    @Test
    void shouldSayEachFailureOnceAMinute() {
        AtomicLong now = new AtomicLong();
        LogFailures failures = new LogFailures(new PrintStream(said, true, UTF_8), now::get);

        for (int second = 0; second < 90; second++) {
            now.set(second * 1_000_000_000L);
            failures.addStatusEvent(new ErrorStatus("first\nfile", this, new IOException("full")));
            failures.addStatusEvent(new ErrorStatus("second file", this));
            failures.addStatusEvent(new WarnStatus("no failure", this));
        }

        assertThat(said.toString(UTF_8).lines())
                .hasSize(4)
                .noneMatch(line -> line.contains("no failure"))
                .allMatch(line -> line.startsWith("mintmark: a log loses lines: "));
    }
}
