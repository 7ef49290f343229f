package io.mintmark.lab.bench;

import java.util.stream.LongStream;

/**
 * Chooses, of one thread's batches, those during which the other thread was running the whole time.
 *
 * <p>The other thread's own batches are the evidence. They follow each other without a pause, so a thread that runs
 * ends one every 50 µs or so, while one that lost its core shows a batch, or a hole between two, as long as it was
 * away: about a millisecond on Linux. A batch of ours counts if the other's batches cover it whole, without such a
 * batch and without a hole. Our own batch must pass the same limit, so that both threads were there.
 *
 * <p>What this cannot see: absences much shorter than a batch (an interrupt), and both threads being slowed alike (a
 * neighbour on the same physical core, a lower clock).
 */
final class Undisturbed {
    /** Longest pause between two batches of a running thread: it only notes the time in between. */
    static final long HOLE_NANOS_MAX = 5_000;

    private final long batchNanosMax;

    /** Creates a choice that takes a longer batch than this for proof of an absence. */
    Undisturbed(long batchNanosMax) {
        this.batchNanosMax = batchNanosMax;
    }

    /** Returns how long each accepted batch of {@code mine} took. */
    LongStream accepted(Batches mine, Batches other) {
        LongStream.Builder nanos = LongStream.builder();
        int first = 0;
        for (int i = 0; i < mine.count(); i++) {
            while (first < other.count() && other.end(first) <= mine.start(i)) {
                first++;
            }
            if (mine.nanos(i) <= batchNanosMax && covered(mine.start(i), mine.end(i), other, first)) {
                nanos.add(mine.nanos(i));
            }
        }
        return nanos.build();
    }

    private boolean covered(long from, long to, Batches other, int first) {
        long coveredTo = from;
        for (int i = first; i < other.count() && coveredTo < to; i++) {
            if (other.start(i) - coveredTo > HOLE_NANOS_MAX || other.nanos(i) > batchNanosMax) {
                return false;
            }
            coveredTo = other.end(i);
        }
        return coveredTo >= to;
    }
}
