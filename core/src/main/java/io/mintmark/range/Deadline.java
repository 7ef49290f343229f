package io.mintmark.range;

import io.mintmark.internal.Ticker;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** How long a call waits for ranges of a counter, and what it is told when that was too long. Thread-safe. */
final class Deadline {
    private final String counter;
    private final long nanos;
    private final Ticker ticker;

    Deadline(String counter, Duration deadline, Ticker ticker) {
        this.counter = counter;
        this.nanos = nanosOrForever(deadline);
        this.ticker = ticker;
    }

    private static long nanosOrForever(Duration deadline) {
        try {
            return deadline.toNanos();
        } catch (ArithmeticException moreThan292Years) {
            return Long.MAX_VALUE;
        }
    }

    /** Tells whether what began at {@code startNanos} should be over. */
    boolean hasPassed(long startNanos, long now) {
        return now - startNanos >= nanos;
    }

    private long left(long startNanos) {
        return nanos - (ticker.nanos() - startNanos);
    }

    /** Waits for what a caller cannot do without, from {@code startNanos} on; an interrupt ends the wait and stays set. */
    void await(CountDownLatch done, long startNanos) {
        try {
            if (!done.await(left(startNanos), TimeUnit.NANOSECONDS)) {
                throw unavailable(startNanos, "its source did not answer within the deadline", null);
            }
        } catch (InterruptedException e) {
            throw interrupted(startNanos, e);
        }
    }

    /** Waits for what can be done without, from {@code startNanos} on; an interrupt ends the wait and stays set. */
    void awaitQuietly(CountDownLatch done, long startNanos) {
        try {
            if (!done.await(left(startNanos), TimeUnit.NANOSECONDS)) {
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private RangeUnavailableException interrupted(long startNanos, InterruptedException e) {
        Thread.currentThread().interrupt();
        return unavailable(startNanos, "the wait was interrupted", e);
    }

    /** Returns what the listener is told of a source that did not answer. */
    RangeSourceException unanswered() {
        return new RangeSourceException("The source of the counter " + counter + " did not answer within "
                + Duration.ofNanos(nanos).toMillis()
                + " ms; look at what holds it up. It is asked again when a number is"
                + " needed.");
    }

    RangeUnavailableException unavailable(long startNanos, String why, @Nullable Throwable cause) {
        return new RangeUnavailableException(counter, Duration.ofNanos(ticker.nanos() - startNanos), why, cause);
    }
}
