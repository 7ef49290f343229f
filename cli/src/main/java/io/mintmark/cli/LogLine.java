package io.mintmark.cli;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.StackTraceElementProxy;
import ch.qos.logback.core.LayoutBase;
import io.mintmark.cli.terminal.OneLine;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * One event as text: time in UTC, level, logger, message on one line; of an exception its causes and frames below.
 *
 * <p>Messages carry names and values that clients chose, so each is kept on its line by {@link OneLine}.
 */
final class LogLine extends LayoutBase<ILoggingEvent> {
    @Override
    public String doLayout(ILoggingEvent event) {
        StringBuilder line = new StringBuilder(160);
        line.append(time(event.getTimeStamp()))
                .append(' ')
                .append(String.format("%-5s", event.getLevel()))
                .append(' ')
                .append(shortName(event.getLoggerName()))
                .append(": ")
                .append(OneLine.of(String.valueOf(event.getFormattedMessage())))
                .append('\n')
                .append(stack(event));
        return line.toString();
    }

    /** Returns the failure of {@code event} with its causes, or nothing. */
    static String stack(ILoggingEvent event) {
        StringBuilder text = new StringBuilder();
        for (IThrowableProxy cause = event.getThrowableProxy(); cause != null; cause = cause.getCause()) {
            append(text, cause);
        }
        return text.toString();
    }

    private static void append(StringBuilder line, IThrowableProxy cause) {
        line.append("    ").append(cause.getClassName());
        @Nullable String message = cause.getMessage();
        if (message != null) {
            line.append(": ").append(OneLine.of(message));
        }
        line.append('\n');
        for (StackTraceElementProxy frame : cause.getStackTraceElementProxyArray()) {
            line.append("        ").append(frame.getSTEAsString()).append('\n');
        }
    }

    /** Always with three digits of milliseconds, so that columns line up. */
    static String time(long epochMillis) {
        String whole = Instant.ofEpochMilli(epochMillis)
                .truncatedTo(ChronoUnit.SECONDS)
                .toString();
        return whole.substring(0, whole.length() - 1) + String.format(".%03dZ", Math.floorMod(epochMillis, 1_000L));
    }

    private static String shortName(String logger) {
        return logger.substring(logger.lastIndexOf('.') + 1);
    }
}
