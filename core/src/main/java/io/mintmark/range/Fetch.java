package io.mintmark.range;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One reservation under way, and what comes of it: a segment or a failure, for everybody who waits. */
final class Fetch {
    final long wanted;

    private final CountDownLatch done = new CountDownLatch(1);
    private @Nullable Segment segment;
    private @Nullable Throwable failure;

    Fetch(long wanted) {
        this.wanted = wanted;
    }

    void complete(Segment segment) {
        this.segment = segment;
        done.countDown();
    }

    void fail(Throwable failure) {
        this.failure = failure;
        done.countDown();
    }

    /** Returns the segment, or throws one typed exception for failure, interrupt and a deadline that passed. */
    Segment await(String counter, long deadlineNanos, Ticker ticker, long startNanos) {
        try {
            if (!done.await(deadlineNanos, TimeUnit.NANOSECONDS)) {
                throw unavailable(counter, ticker, startNanos, "its source did not answer within the deadline", null);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw unavailable(counter, ticker, startNanos, "the wait was interrupted", e);
        }
        Segment reserved = segment;
        if (reserved != null) {
            return reserved;
        }
        if (failure instanceof ExhaustedException exhausted) {
            ExhaustedException here = new ExhaustedException(String.valueOf(exhausted.getMessage()));
            here.initCause(exhausted);
            throw here;
        }
        throw unavailable(counter, ticker, startNanos, "its source failed (" + failure + ")", failure);
    }

    private static RangeUnavailableException unavailable(
            String counter, Ticker ticker, long startNanos, String why, @Nullable Throwable cause) {
        return new RangeUnavailableException(counter, Duration.ofNanos(ticker.nanos() - startNanos), why, cause);
    }

    /** Waits for the end, whatever it is, but not beyond the deadline; an interrupt ends the wait and stays set. */
    void awaitQuietly(long deadlineNanos) {
        try {
            if (!done.await(deadlineNanos, TimeUnit.NANOSECONDS)) {
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
