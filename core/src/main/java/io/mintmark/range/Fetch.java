package io.mintmark.range;

import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** One reservation under way, and what comes of it: a segment or a failure, for everybody who waits. */
final class Fetch {
    final long wanted;

    /** Opens when it is known what came of it. */
    final CountDownLatch done = new CountDownLatch(1);

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
    Segment await(Deadline deadline, long startNanos) {
        deadline.await(done, startNanos);
        Segment reserved = segment;
        if (reserved != null) {
            return reserved;
        }
        if (failure instanceof ExhaustedException exhausted) {
            ExhaustedException here = new ExhaustedException(String.valueOf(exhausted.getMessage()));
            here.initCause(exhausted);
            throw here;
        }
        throw deadline.unavailable(startNanos, "its source failed (" + failure + ")", failure);
    }

    /** Refuses a block that this source grants too few numbers at once for; waiting again would not help. */
    void requireRoomFor(int count, String counter) {
        Segment granted = segment;
        if (count > 1 && granted != null && granted.size < count && wanted >= count) {
            throw new RangeSourceException("The counter " + counter + " grants " + granted.size
                    + " numbers at once, which is too few for a block of " + count + ": ask for smaller blocks.");
        }
    }
}
