package io.mintmark.hilo.supply;

import io.mintmark.internal.Ticker;
import io.mintmark.range.RangeSourceException;
import io.mintmark.range.RangeUnavailableException;
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

    /** Returns whether a step that began at {@code startNanos} is overdue. */
    boolean hasPassed(long startNanos, long now) {
        return now - startNanos >= nanos;
    }

    private long left(long startNanos) {
        return nanos - (ticker.nanos() - startNanos);
    }

    /** Waits from {@code startNanos} on, and returns whether that was not in vain. */
    boolean await(CountDownLatch done, long startNanos) throws InterruptedException {
        return done.await(left(startNanos), TimeUnit.NANOSECONDS);
    }

    /** Waits from {@code startNanos} on, and goes on if that was in vain; an interrupt ends the wait and stays set. */
    void awaitQuietly(CountDownLatch done, long startNanos) {
        try {
            await(done, startNanos);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns the failure of a source that did not answer, for the listener. */
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
