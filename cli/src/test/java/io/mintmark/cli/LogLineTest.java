package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LogLineTest {
    private static final LoggerContext CONTEXT = new LoggerContext();

    private static String line(String message, @Nullable Throwable cause, Object... arguments) {
        LoggingEvent event = new LoggingEvent(
                "", CONTEXT.getLogger("io.mintmark.server.Something"), Level.INFO, message, cause, arguments);
        event.setInstant(Instant.parse("2026-11-01T10:20:30Z"));
        return new LogLine().doLayout(event);
    }

    @Test
    void eventIsOneLine() {
        assertThat(line("all is {}", null, "well"))
                .isEqualTo("2026-11-01T10:20:30.000Z INFO  Something: all is well\n");
    }

    @Test
    void controlCharactersAreEscaped() {
        String forged = line("name {}", null, "x\r\n2026-11-01T10:20:30.000Z INFO  Something: forged\u001b[31m\u202e");

        assertThat(forged.lines()).hasSize(1);
        assertThat(forged).contains("x\\u000d\\u000a2026", "\\u001b[31m\\u202e").doesNotContain("\u001b");
    }

    @Test
    void causesFollowWithTheirMessagesEscaped() {
        String failed = line("failed", new IllegalStateException("outer", new IllegalArgumentException("in\nner")));

        assertThat(failed)
                .contains("\n    java.lang.IllegalStateException: outer\n")
                .contains("\n    java.lang.IllegalArgumentException: in\\u000aner\n")
                .contains("LogLineTest");
    }
}
