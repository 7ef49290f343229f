package io.mintmark.server.numbers;

import io.mintmark.counter.Reservation;
import io.mintmark.storage.write.Lease;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;

/**
 * How many numbers were reserved since the start, and how many are left below the ceiling. Safe for any number of
 * threads.
 *
 * <p>Only the highest number of all counters is kept, not one for each: so no more numbers are left to any counter that
 * was used than this says, and to most of them more are.
 */
public final class NumberCounts {
    private final LongAdder ranges = new LongAdder();
    private final Kind hilo = new Kind();
    private final Kind identities = new Kind();
    private final ReturnCounts returns = new ReturnCounts();

    /** Numbers that are drawn in one way. */
    public static final class Kind {
        private final LongAdder numbers = new LongAdder();
        private final LongAccumulator highest = new LongAccumulator(Math::max, 0);

        private void add(long count, long last) {
            numbers.add(count);
            highest.accumulate(last);
        }

        /** Returns how many were reserved. */
        public long numbers() {
            return numbers.sum();
        }

        /** Returns how many are left above the highest one that was reserved. */
        public long left() {
            return Reservation.CEILING_JS_SAFE - highest.get();
        }
    }

    /** Begins to count at zero. */
    public NumberCounts() {}

    /** Counts a range that is handed out. */
    void reserved(Lease lease) {
        ranges.increment();
        hilo.add(lease.size(), lease.high());
    }

    /** Counts a number of an identity. */
    void taken(long number) {
        identities.add(1, number);
    }

    /** Returns how many ranges were handed out. */
    public long ranges() {
        return ranges.sum();
    }

    /** Returns the numbers of ranges. */
    public Kind hilo() {
        return hilo;
    }

    /** Returns the numbers of identities that clients asked for one by one. */
    public Kind identities() {
        return identities;
    }

    /** Returns what became of ranges that were given back. */
    public ReturnCounts returns() {
        return returns;
    }
}
