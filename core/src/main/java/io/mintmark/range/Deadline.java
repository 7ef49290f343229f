package io.mintmark.range;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** How long callers wait for a range of a counter, and what they are told when it was too long. Thread-safe. */
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

    /** Waits for what a caller cannot do without; an interrupt ends the wait and stays set. */
    void await(CountDownLatch done, long startNanos) {
        try {
            if (!done.await(nanos, TimeUnit.NANOSECONDS)) {
                throw unavailable(startNanos, "its source did not answer within the deadline", null);
            }
        } catch (InterruptedException e) {
            throw interrupted(startNanos, e);
        }
    }

    /** Waits for what can be done without, from {@code startNanos} on; an interrupt ends the wait and stays set. */
    void awaitQuietly(CountDownLatch done, long startNanos) {
        try {
            if (!done.await(nanos - (ticker.nanos() - startNanos), TimeUnit.NANOSECONDS)) {
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

    RangeUnavailableException unavailable(long startNanos, String why, @Nullable Throwable cause) {
        return new RangeUnavailableException(counter, Duration.ofNanos(ticker.nanos() - startNanos), why, cause);
    }
}
