package io.mintmark.hilo.supply;

import io.mintmark.counter.ExhaustedException;
import io.mintmark.counter.NumberSlice;
import io.mintmark.range.Range;
import io.mintmark.range.RangeSourceException;

/**
 * The numbers that a generator may issue, and its name in messages. Immutable.
 *
 * @param name name of the counter
 * @param floor lowest number
 * @param ceiling highest number
 */
public record RangeDomain(String name, long floor, long ceiling) {

    /** Returns the part of a range within the domain as a segment; the range does not lie wholly above the ceiling. */
    Segment segment(Range range, long issuedBefore) {
        long low = Math.max(range.low(), floor);
        long high = Math.min(range.high(), ceiling);
        // [0, 0] without zero holds nothing, which only leads to the next range.
        return new Segment(range, low, high < low ? 0 : Math.min(Segment.SIZE_MAX - 1, high - low) + 1, issuedBefore);
    }

    /** Returns the exception for a range that lies wholly above the ceiling. */
    ExhaustedException exhaustedBy(Range range) {
        String remedy = ceiling < NumberSlice.FIRST && NumberSlice.has(range.low())
                ? "; a server that is cut off from its store gives such numbers of its slice: try again when it is not, or"
                        + " let it give none (--when-cut-off ranges)"
                : "; use a counter of another name, or a higher ceiling if all readers can hold it";
        return new ExhaustedException(
                "its next range begins at " + range.low() + ", above its ceiling " + ceiling + remedy);
    }

    /** Returns what a listener is told of a failure: itself, unless it is an Error or a checked exception. */
    RuntimeException told(Throwable failure) {
        return failure instanceof RuntimeException known
                ? known
                : new RangeSourceException("The source of the counter " + name + " broke", failure);
    }

    /** Returns how many numbers are left above a range. */
    long leftAbove(Range range) {
        return Math.max(0, ceiling - range.high());
    }
}
