package io.mintmark.range;

import io.mintmark.counter.OpenLease;
import io.mintmark.counter.Reservation;
import io.mintmark.counter.ReturnRule;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * A counter in this process's memory: for tests, demonstrations, and numbers that need not outlive the process.
 *
 * <p>Keeps promise G1 within one process run and nothing beyond it. Gives tokens, so wholly unused ranges go back too.
 * Safe for any number of threads.
 */
public final class InMemoryRanges implements RangeSource {
    /** Older leases than these can no longer come back; nobody holds that many ranges unused. */
    private static final int OPEN_MAX = 1_024;

    private final long ceiling;
    private long max;
    private long serial;
    private final Deque<OpenLease> open = new ArrayDeque<>();

    /** Creates a counter at 0 whose first number is 1 and whose last is 2^63-1. */
    public InMemoryRanges() {
        this(0, Reservation.CEILING_LONG);
    }

    /**
     * Creates a counter.
     *
     * @param max the last number that counts as taken, 0 or more
     * @param ceiling the last number that it may issue
     */
    public InMemoryRanges(long max, long ceiling) {
        this.max = max;
        this.ceiling = ceiling;
    }

    @Override
    public synchronized Range reserve(long size) {
        int wanted = (int) Math.max(1, Math.min(size, Integer.MAX_VALUE));
        Reservation next = Reservation.of(max, 0, wanted, ceiling);
        max = next.high();
        OpenLease lease = new OpenLease(++serial, next.low(), next.high());
        open.push(lease);
        if (open.size() > OPEN_MAX) {
            open.removeLast();
        }
        return new Range(next.low(), next.high(), "", "", lease.serial());
    }

    @Override
    public synchronized boolean giveBack(Range range, long lastIssued) {
        ReturnRule.Verdict verdict =
                ReturnRule.judge(max, open.peek(), lastIssued, range.high(), range.hasToken() ? range.token() : null);
        if (verdict instanceof ReturnRule.Verdict.Accepted accepted) {
            max = accepted.newMax();
            open.pop();
            return true;
        }
        return false;
    }

    @Override
    public synchronized long raise(long atLeast) {
        if (atLeast > max) {
            max = atLeast;
            open.clear();
        }
        return max;
    }

    /** Returns the last number that was passed. */
    public synchronized long max() {
        return max;
    }
}
