package io.mintmark.hilo;

import io.mintmark.range.Range;
import io.mintmark.range.RangeListener;
import java.util.BitSet;

/**
 * The books about the numbers of one counter: a generator that issues one twice, or forgets one, loses the balance.
 *
 * <p>No business of a search: it runs one thread at a time, and does not switch threads in here.
 */
final class Books implements RangeListener {
    private final BitSet issued = new BitSet();
    private long gaps;
    private boolean closed;

    /** Enters numbers that a caller got, and returns whether nobody had them before. */
    boolean enter(long first, int count) {
        int from = Math.toIntExact(first);
        boolean once = issued.get(from, from + count).isEmpty();
        issued.set(from, from + count);
        return once;
    }

    @Override
    public void gap(Range range, long count) {
        gaps += count;
    }

    void enterClosed() {
        closed = true;
    }

    boolean isClosed() {
        return closed;
    }

    long issuedLast() {
        return issued.length() - 1L;
    }

    /** Requires that every number up to the counter's end was issued. */
    void requireNoGap(long end) {
        if (end != issued.cardinality() || end != Math.max(0, issuedLast())) {
            throw new IllegalStateException("the counter ends at " + end + ", but issued were " + issued);
        }
    }

    /** Requires that every number up to the counter's end was issued or written off, but for {@code forgottenMost}. */
    void requireBalance(long end, long forgottenMost) {
        long unexplained = end - issued.cardinality() - gaps;
        if (unexplained < 0 || unexplained > forgottenMost) {
            throw new IllegalStateException(
                    "the counter ends at " + end + ", " + gaps + " numbers are gaps, and issued were " + issued);
        }
    }
}
