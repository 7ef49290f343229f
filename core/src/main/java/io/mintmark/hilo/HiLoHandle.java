package io.mintmark.hilo;

import io.mintmark.hilo.supply.Segment;
import io.mintmark.hilo.supply.Waiter;
import io.mintmark.range.Range;

/**
 * Issues numbers in order to one thread at a time: a connection, an actor, a batch has one of its own.
 *
 * <p>Order per handle only: numbers of one handle increase as long as the source's ranges do, and say nothing about
 * those of another. <b>Not thread-safe</b>; that is what makes it cost a plain addition. It draws {@value #SHARE_MIN}
 * to {@value StripeRange#MOST} numbers at a time from its generator, the more the faster they flow, and fewer only
 * where a range ends or several callers wait for one; those that it did not issue when it is dropped are a gap.
 *
 * <p>Handles that one thread makes for others do not slow each other down: each takes up two cache lines more than it
 * needs.
 *
 * <p>After the generator was closed a handle issues what it drew before, then refuses.
 */
public final class HiLoHandle extends HandlePadAfter {
    /** Fewest numbers that a handle draws at a time, if the range has as many. */
    static final int SHARE_MIN = 32;

    private final StrictHiLo generator;
    private Range range = Range.of(0, 0);

    HiLoHandle(StrictHiLo generator) {
        this.generator = generator;
    }

    /** Issues a number; fails as {@link HiLo#next()} does. */
    public long next() {
        // Compared for equality: one above the last number there is would wrap, and pass for a small one.
        if (issued == last) {
            generator.drawFor(this);
        }
        return ++issued;
    }

    /** Returns how many numbers a handle draws at a time of a range of {@code size}. */
    static long shareOf(long size) {
        return Math.max(SHARE_MIN, Math.min(size / StripeRange.PER_RANGE, StripeRange.MOST));
    }

    /** Draws numbers from a segment, or those that are left if they are fewer, and returns whether there were any. */
    boolean takeFrom(Segment segment) {
        long wanted = shareOf(segment.size);
        long first = segment.take(wanted);
        return take(segment, first, segment.held(first, wanted));
    }

    /** Takes the numbers that a call which waited was dealt, or draws some if it was not. */
    boolean takeFrom(Segment segment, Waiter waiter) {
        return waiter.isServed() ? take(segment, waiter.first(), waiter.dealt()) : takeFrom(segment);
    }

    private boolean take(Segment segment, long first, long drawn) {
        if (drawn == 0) {
            return false;
        }
        range = segment.range;
        issued = first - 1;
        last = issued + drawn;
        return true;
    }

    /** Returns the last number drawn. */
    long last() {
        return last;
    }

    /** Returns the range that the number issued last belongs to, with its prefix and tag. */
    public Range range() {
        return range;
    }
}

/** The fields that are written for every number. */
abstract class HandleCursor {
    long issued;
    long last;
}

/** Keeps the handle that was made next at a distance: two cache lines. */
abstract class HandlePadAfter extends HandleCursor {
    @SuppressWarnings("unused")
    long a00, a01, a02, a03, a04, a05, a06, a07, a08, a09, a10, a11, a12, a13, a14, a15;
}
