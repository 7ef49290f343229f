package io.mintmark.client.hilo;

import io.mintmark.counter.NumberSlice;
import io.mintmark.range.Range;

/**
 * One reply to {@code hilo/next}; a single value, so that parts of two replies are never paired (promise G6).
 *
 * @param range the numbers, with their prefix, the tag of the node that reserved them and the lease's serial
 * @param lastSize the size of the last range to send next time
 * @param lastRangeAt the time of the last range to send next time; empty if the server gave none
 * @param origin the node that answered, and the database's life there
 */
record NextRange(Range range, long lastSize, String lastRangeAt, RangeOrigin origin) {
    /**
     * Names the line in which the lease's serial lies above those before it: its node's, which numbers ranges of slices
     * apart from others.
     */
    String lineOfSerials() {
        return NumberSlice.has(range.low()) ? range.nodeTag() + "/slice" : range.nodeTag();
    }
}
