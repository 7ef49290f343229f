package io.mintmark.lab.instrument;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Numbers as HiLo clients issue them: each caller goes through blocks of its own, so that documents arrive near the end
 * of the index but not in its order. Safe for callers on different threads.
 */
public final class IssuedNumbers {
    static final int BLOCK = 1_024;

    private final AtomicLong reservedTo;
    private final long[] last;
    private final long[] left;

    /** Numbers above {@code after}, for callers 0 to {@code callers} − 1. */
    public IssuedNumbers(long after, int callers) {
        reservedTo = new AtomicLong(after);
        last = new long[callers];
        left = new long[callers];
    }

    /** Returns the next number of a caller. */
    public long next(int caller) {
        if (left[caller] == 0) {
            last[caller] = reservedTo.getAndAdd(BLOCK);
            left[caller] = BLOCK;
        }
        left[caller]--;
        return ++last[caller];
    }
}
