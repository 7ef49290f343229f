package io.mintmark.server.backup;

import io.mintmark.internal.Sleeper;
import io.mintmark.internal.Ticker;
import java.util.concurrent.TimeUnit;

/** Keeps work to so many bytes a second, so that what runs beside it keeps its speed. Used by one thread. */
public final class Pace {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    /** Shorter rests would be longer than was meant. */
    private static final long REST_NANOS_MIN = TimeUnit.MILLISECONDS.toNanos(5);

    private final long bytesPerSecond;
    private final Ticker ticker;
    private final Sleeper sleeper;
    private long due;

    /** Begins now. */
    public Pace(long bytesPerSecond, Ticker ticker, Sleeper sleeper) {
        this.bytesPerSecond = bytesPerSecond;
        this.ticker = ticker;
        this.sleeper = sleeper;
        this.due = ticker.nanos();
    }

    /** Waits for as long as {@code bytes} should have taken; time that was lost before is not made up for. */
    public void spend(long bytes) {
        long now = ticker.nanos();
        due = Math.max(due, now - REST_NANOS_MIN) + (long) ((double) bytes / bytesPerSecond * SECOND);
        if (due - now >= REST_NANOS_MIN) {
            try {
                sleeper.sleep(due - now);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new BackupException("The backup was interrupted.", e);
            }
        }
    }
}
