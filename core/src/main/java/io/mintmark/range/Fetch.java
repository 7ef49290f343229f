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
    private @Nullable RuntimeException failure;

    Fetch(long wanted) {
        this.wanted = wanted;
    }

    void complete(@Nullable Segment segment, @Nullable RuntimeException failure) {
        this.segment = segment;
        this.failure = failure;
        done.countDown();
    }

    /** Returns the segment, or throws one typed exception for failure, interrupt and a deadline that passed. */
    Segment await(String counter, Duration deadline, long startNanos) {
        try {
            if (!done.await(deadline.toNanos(), TimeUnit.NANOSECONDS)) {
                throw unavailable(counter, startNanos, "its source did not answer within the deadline", null);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw unavailable(counter, startNanos, "the wait was interrupted", e);
        }
        Segment reserved = segment;
        if (reserved != null) {
            return reserved;
        }
        if (failure instanceof ExhaustedException exhausted) {
            throw new ExhaustedException(String.valueOf(exhausted.getMessage()));
        }
        throw unavailable(counter, startNanos, "its source failed (" + failure + ")", failure);
    }

    private static RangeUnavailableException unavailable(
            String counter, long startNanos, String why, @Nullable Throwable cause) {
        return new RangeUnavailableException(counter, Duration.ofNanos(System.nanoTime() - startNanos), why, cause);
    }

    /** Waits for the end, whatever it is, but not beyond the deadline; an interrupt ends the wait and stays set. */
    void awaitQuietly(Duration deadline) {
        try {
            if (!done.await(deadline.toNanos(), TimeUnit.NANOSECONDS)) {
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
