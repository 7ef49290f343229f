package io.mintmark.number;

import io.mintmark.MintmarkException;
import io.mintmark.counter.LeapRefusedException;
import io.mintmark.internal.Given;
import io.mintmark.range.Range;
import io.mintmark.range.RangeSource;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** One worker number; the counter's numbers are the seconds in which it may be used. Thread-safe. */
final class ReservedSeconds implements WorkerLeases {
    private static final long SECONDS = 10;

    /** The lease in use and the one that follows: older ones are used up. */
    private static final int OPEN_MAX = 2;

    private final int worker;
    private final RangeSource source;
    private final long leapMax;
    private final Map<WorkerLease, Range> open = new LinkedHashMap<>();

    ReservedSeconds(int worker, RangeSource source, Duration leapMax) {
        this.worker = worker;
        this.source = Given.required("seconds", source, "pass a counter of its own, such as one of mintmark-jdbc");
        this.leapMax = leapMax.toSeconds();
    }

    @Override
    public int workerMax() {
        return worker;
    }

    @Override
    public WorkerLease reserve(long second) {
        requireNoLeap(source, second, leapMax, 1);
        long standing = source.raise(second - 1);
        assert standing >= second - 1 : "the source keeps its contract";
        Range range = source.reserve(SECONDS);
        WorkerLease lease = new WorkerLease(worker, range.low(), range.high() + 1);
        synchronized (open) {
            if (open.size() == OPEN_MAX) {
                open.remove(open.keySet().iterator().next());
            }
            open.put(lease, range);
        }
        return lease;
    }

    /** Refuses a clock that would carry the counter too far; numbers per second, or per slot, are {@code width}. */
    static void requireNoLeap(RangeSource source, long wanted, long leapMax, long width) {
        long standing = source.raise(0) / width;
        if (standing > 0 && wanted - standing > leapMax) {
            throw new LeapRefusedException(
                    "The clock is " + (wanted - standing) + " steps ahead of the newest lease, and "
                            + leapMax + " are allowed: if the clock is right, raise the counter of the leases to "
                            + wanted * width + "; if not, set the clock.");
        }
    }

    @Override
    public void giveBack(WorkerLease lease, long endSecond) {
        Range range;
        synchronized (open) {
            range = open.remove(lease);
        }
        if (range == null || endSecond > range.high()) {
            return;
        }
        long last = Math.max(endSecond, range.low()) - 1;
        if (last >= range.low() || range.hasToken()) {
            giveBackQuietly(source, range, last);
        }
    }

    /**
     * A refusal, or a source that cannot be reached, only costs the next start a wait; nobody's shutdown fails for it.
     */
    @SuppressWarnings("CheckReturnValue")
    static void giveBackQuietly(RangeSource source, Range range, long last) {
        try {
            source.giveBack(range, last);
        } catch (MintmarkException unreachable) {
            // As above.
        }
    }
}
