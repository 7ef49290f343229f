package io.mintmark.range;

import io.mintmark.counter.ExhaustedException;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/**
 * A range that is on its way, and what comes of it: a segment behind the newest, or a failure for everybody who waits.
 *
 * <p>It does not hold the segment: a call of the source that hangs for ever would keep that in memory, and all segments that
 * come after it. The source is asked for it once, and once more whenever it did not answer within the deadline and somebody still needs
 * it. What is noted about that is guarded by the supply's lock.
 */
final class Fetch {
    final long wanted;

    /** Opens when it is known what came of it. */
    final CountDownLatch done = new CountDownLatch(1);

    private @Nullable Throwable failure;

    private int attempts;
    private long askedNanos;
    private int noticed;

    Fetch(long wanted) {
        this.wanted = wanted;
    }

    /** Notes that the source is asked now. */
    Attempt attempt(long now) {
        askedNanos = now;
        return new Attempt(this, ++attempts);
    }

    /** Tells whether the source is to be asked: it was not yet, or did not answer in time. */
    boolean isDue(long now, Deadline deadline) {
        return attempts == 0 || deadline.hasPassed(askedNanos, now);
    }

    /** Tells whether the source was not asked again since. */
    boolean isLatest(Attempt attempt) {
        return attempt.number == attempts;
    }

    /** Tells whether an attempt was not answered in time, once for each. */
    boolean noticeUnanswered(long now, Deadline deadline) {
        int unanswered = isDue(now, deadline) ? attempts : attempts - 1;
        boolean news = unanswered > noticed;
        noticed = unanswered;
        return news;
    }

    /** Tells those who wait that the segment they wait for is linked, or that the generator is closed. */
    void complete() {
        done.countDown();
    }

    void fail(Throwable failure) {
        this.failure = failure;
        done.countDown();
    }

    /** Waits for the range; throws one typed exception for failure, interrupt and a deadline that passed. */
    void await(Deadline deadline, long startNanos) {
        deadline.await(done, startNanos);
        if (failure == null) {
            return;
        }
        if (failure instanceof ExhaustedException exhausted) {
            ExhaustedException here = new ExhaustedException(String.valueOf(exhausted.getMessage()));
            here.initCause(exhausted);
            throw here;
        }
        throw deadline.unavailable(startNanos, "its source failed (" + failure + ")", failure);
    }
}
