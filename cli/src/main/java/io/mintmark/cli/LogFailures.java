package io.mintmark.cli;

import ch.qos.logback.core.status.Status;
import ch.qos.logback.core.status.StatusListener;
import io.mintmark.cli.terminal.OneLine;
import io.mintmark.internal.FailureText;
import io.mintmark.internal.Ticker;
import java.io.PrintStream;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Says on standard error that a log loses lines, on a full disk for instance: each failure once a minute. Thread-safe.
 *
 * <p>Logback goes on without a word when a file cannot be written to, and tries again, ever more seldom.
 */
final class LogFailures implements StatusListener {
    private static final long SAID_EVERY_NANOS = 60_000_000_000L;
    private static final int REMEMBERED_MAX = 16;

    private final PrintStream err;
    private final Ticker ticker;
    private final Map<String, Long> said = new HashMap<>();

    LogFailures(PrintStream err, Ticker ticker) {
        this.err = err;
        this.ticker = ticker;
    }

    @Override
    public void addStatusEvent(Status status) {
        if (status.getLevel() >= Status.ERROR && isNews(String.valueOf(status.getMessage()))) {
            @Nullable Throwable why = status.getThrowable();
            err.println("mintmark: "
                    + OneLine.of("a log loses lines: " + status.getMessage()
                            + (why == null ? "" : " (" + FailureText.of(why) + ")")
                            + ": see to the disk and the file's rights"));
            err.flush();
        }
    }

    private synchronized boolean isNews(String message) {
        long now = ticker.nanos();
        @Nullable Long last = said.get(message);
        if (last != null && now - last < SAID_EVERY_NANOS) {
            return false;
        }
        if (said.size() >= REMEMBERED_MAX) {
            said.clear();
        }
        said.put(message, now);
        return true;
    }
}
