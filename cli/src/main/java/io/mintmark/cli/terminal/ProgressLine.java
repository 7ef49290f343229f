package io.mintmark.cli.terminal;

import io.mintmark.internal.DaemonThreads;
import io.mintmark.storage.lifecycle.Progress;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Says on standard error how far long work has come, every few seconds; short work is done before the first line.
 *
 * <p>A clock prints, not the work: a single step may take minutes.
 */
public final class ProgressLine implements Progress, AutoCloseable {
    private static final Duration BEFORE_EYES = Duration.ofSeconds(2);
    private static final Duration INTO_A_FILE = Duration.ofSeconds(10);

    private final PrintWriter err;
    private final ScheduledExecutorService clock;
    private volatile @Nullable String stands;

    private ProgressLine(PrintWriter err, Duration every) {
        this.err = err;
        this.clock = Executors.newSingleThreadScheduledExecutor(
                DaemonThreads.named(ProgressLine.class, "mintmark-progress"));
        var ignored = clock.scheduleAtFixedRate(this::print, every.toMillis(), every.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Begins; more often if somebody watches. */
    public static ProgressLine on(PrintWriter err) {
        return every(System.console() == null ? INTO_A_FILE : BEFORE_EYES, err);
    }

    static ProgressLine every(Duration period, PrintWriter err) {
        return new ProgressLine(err, period);
    }

    @Override
    public void at(String doing, long done, long total) {
        stands = total == 0 ? doing : String.format(Locale.ROOT, "%s, %,d of %,d", doing, done, total);
    }

    private void print() {
        String now = stands;
        try {
            if (now != null) {
                err.println("mintmark: " + OneLine.of(now));
                err.flush();
            }
        } catch (Throwable t) {
            // What leaves a scheduled task ends its schedule, and the next line may succeed.
        }
    }

    @Override
    public void close() {
        var ignored = clock.shutdownNow();
    }
}
