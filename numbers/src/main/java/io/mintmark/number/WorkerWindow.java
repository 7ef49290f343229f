package io.mintmark.number;

import io.mintmark.internal.PaddedCursor;
import io.mintmark.internal.XxHash64;
import java.nio.ByteBuffer;

/**
 * One worker number for one span of ticks, while ids are made of it: a cursor that all callers add to, and fields that
 * never change.
 *
 * <p>The cursor is tick and sequence in one word, so that a full sequence carries into the next tick by itself. It has
 * its cache lines for itself.
 */
final class WorkerWindow extends PaddedCursor {
    /** A limit that no claim lies below: callers go the slow way, without claiming. */
    static final long SHUT = 0;

    /** Where the cursor jumps to when issuing ends: above every end, and far enough from overflow for late callers. */
    private static final long SEALED = Long.MAX_VALUE - (1L << 40);

    final WorkerLease lease;
    private final int sequenceBits;
    final int timeLift;
    final int sequenceShift;
    final long sequenceMask;
    final long worker;
    private final SequenceStart beginning;
    private final long start;
    private final long end;

    /**
     * Words below it may be issued at once; {@link #SHUT}, or a word up to the end.
     *
     * <p>A hint: plain, written under the timekeeper's lock. A caller that reads an old value is let through a little
     * longer, or asks once too often; the end is no hint.
     */
    long limit = SHUT;

    /**
     * Begins in {@code firstTick} and ends with the tick before {@code endTick}.
     *
     * @param beginning where the sequence of each tick begins
     */
    WorkerWindow(WorkerLease lease, BitPlaces places, SequenceStart beginning, long firstTick, long endTick) {
        this.lease = lease;
        this.sequenceBits = places.sequenceBits();
        this.timeLift = places.timeLift();
        this.sequenceShift = places.sequenceShift();
        this.sequenceMask = (1L << sequenceBits) - 1;
        this.worker = places.worker();
        this.beginning = beginning;
        this.start = startOf(firstTick);
        this.end = wordOf(endTick);
        CURSOR.setRelease(this, start);
    }

    /**
     * Returns the window of a lease, from {@code tickMin} on: whole ticks only, and never tick 0, whose first id might
     * be 0.
     *
     * @throws io.mintmark.counter.ExhaustedException if it would begin after the layout's last tick
     */
    static WorkerWindow of(BitLayout layout, SequenceStart beginning, WorkerLease lease, long tickMin) {
        long begins = layout.tickOf(lease.notBeforeSecond() * 1_000 - 1) + 1;
        long first = Math.max(Math.max(1, tickMin), begins);
        if (first > layout.tickMax()) {
            throw layout.ranOut();
        }
        long end = Math.min(layout.tickMax() + 1, layout.tickOf(lease.endSecond() * 1_000));
        return new WorkerWindow(lease, layout.places(lease.worker()), beginning, first, Math.max(first, end));
    }

    /** Takes the next word; it is the caller's if it lies below the end. */
    long claim() {
        return (long) CURSOR.getAndAdd(this, 1L);
    }

    /** Makes an id of a word. */
    long id(long word) {
        return (word & ~sequenceMask) << timeLift | (word & sequenceMask) << sequenceShift | worker;
    }

    long tickOf(long word) {
        return word >>> sequenceBits;
    }

    /** Returns the first word of a tick, or the last possible word if the tick lies beyond it. */
    private long wordOf(long tick) {
        return tick > SEALED >>> sequenceBits ? SEALED : tick << sequenceBits;
    }

    /** Returns the word that a tick begins with when the clock brings the cursor there. */
    private long startOf(long tick) {
        return wordOf(tick) + beginning.of(tick, worker);
    }

    /** Returns the first word that does not belong to it. */
    long end() {
        return end;
    }

    /** Returns the word after {@code lastTick}, or the end if that comes first. */
    long limitAfter(long lastTick) {
        return lastTick < 0 ? start : Math.min(end, wordOf(lastTick + 1));
    }

    /**
     * Moves the cursor up to the beginning of {@code tick}; never down, never beyond the end.
     *
     * <p>A cursor that is in the tick already, because ids were borrowed from it, stays: it skips no number.
     */
    void lift(long tick) {
        long first = tick < 0 ? 0 : Math.min(end, wordOf(tick));
        long seen = cursor();
        while (seen < first && !CURSOR.compareAndSet(this, seen, Math.min(end, startOf(tick)))) {
            seen = cursor();
        }
    }

    long cursor() {
        return (long) CURSOR.getAcquire(this);
    }

    /** Returns the tick that the next word lies in, or the one after the last. */
    long cursorTick() {
        return tickOf(Math.min(cursor(), end));
    }

    boolean isUsedUp() {
        return cursor() >= end;
    }

    /** Returns whether its lease is too short to hold a tick from its beginning to its end. */
    boolean holdsNoTick() {
        return tickOf(start) >= tickOf(end);
    }

    boolean isUntouched() {
        return cursor() == start;
    }

    /** Ends issuing for good and returns the tick after the last one that may be in an id. One atomic swap. */
    long seal() {
        long claimed = Math.min((long) CURSOR.getAndSet(this, SEALED), end);
        return claimed <= start ? tickOf(start) : tickOf(claimed - 1) + 1;
    }
}

/**
 * The number at which the sequence of a tick begins: one below a bound, without a pattern from tick to tick.
 *
 * <p>It is a hash of tick and worker, so that nothing is kept between ticks. With the bound 1 it is always 0.
 * Immutable.
 *
 * @param bound 1 or more, at most the numbers of a sequence
 */
record SequenceStart(int bound) {
    static final SequenceStart ZERO = new SequenceStart(1);

    /** Returns the first number of {@code tick}, 0 to the bound less one. */
    long of(long tick, long worker) {
        return bound == 1 ? 0 : (hash(tick, worker) >>> Integer.SIZE) * bound >>> Integer.SIZE;
    }

    private static long hash(long tick, long worker) {
        byte[] bytes = ByteBuffer.allocate(2 * Long.BYTES)
                .putLong(tick)
                .putLong(worker)
                .array();
        return XxHash64.hash(bytes, 0);
    }
}
