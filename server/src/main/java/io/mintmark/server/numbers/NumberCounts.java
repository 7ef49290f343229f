package io.mintmark.server.numbers;

import io.mintmark.counter.Reservation;
import io.mintmark.storage.write.CounterName;
import io.mintmark.storage.write.Lease;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;

/**
 * How many numbers were reserved since the start, and how many are left below the ceiling. Safe for any number of
 * threads.
 *
 * <p>Only the highest number of all counters is kept, not one for each: so no more numbers are left to any counter that
 * was used than this says, and to most of them more are. What was counted of each is kept for the busiest.
 */
public final class NumberCounts {
    private final LongAdder ranges = new LongAdder();
    private final LongAdder sliceRanges = new LongAdder();
    private final long ceiling;
    private final Kind hilo;
    private final Kind identities = new Kind(Reservation.CEILING_JS_SAFE);
    private final BusiestTallies<String> databases = new BusiestTallies<>();
    private final BusiestTallies<Counter> counters = new BusiestTallies<>();
    private final ReturnCounts returns = new ReturnCounts(this);

    /**
     * A counter of a database.
     *
     * @param database the name of the database
     * @param name the name of the counter
     */
    public record Counter(String database, CounterName name) {
        /** Returns the tag that clients ask by, as the first of them spelled it. */
        public String tag() {
            return name.document().text().substring(CounterName.PREFIX.length());
        }
    }

    /** Numbers that are drawn in one way. */
    public static final class Kind {
        private final LongAdder numbers = new LongAdder();
        private final LongAccumulator highest = new LongAccumulator(Math::max, 0);
        private final long ceiling;

        private Kind(long ceiling) {
            this.ceiling = ceiling;
        }

        /** A number above the ceiling is of a slice, and says nothing of what a counter has left. */
        private void add(long count, long last) {
            numbers.add(count);
            highest.accumulate(last > ceiling ? 0 : last);
        }

        /** Returns how many were reserved. */
        public long numbers() {
            return numbers.sum();
        }

        /** Returns how many are left above the highest one that was reserved. */
        public long left() {
            return ceiling - highest.get();
        }
    }

    /**
     * Begins to count at zero.
     *
     * @param ceiling the highest number that a counter may reach; what lies above is of slices
     */
    public NumberCounts(long ceiling) {
        this.ceiling = ceiling;
        this.hilo = new Kind(ceiling);
    }

    /** Counts a range of a database's counter that is handed out. */
    void reserved(String database, CounterName counter, Lease lease) {
        ranges.increment();
        if (lease.low() > ceiling) {
            sliceRanges.increment();
        }
        hilo.add(lease.size(), lease.high());
        databases.of(database).reserved(lease.size());
        counters.of(new Counter(database, counter)).reserved(lease.size());
    }

    /** Counts a number of a database's identity. */
    void taken(String database, long number) {
        identities.add(1, number);
        databases.of(database).taken();
    }

    /** Counts numbers that came back in vain; a counter that no range was taken of may be a client's invention. */
    void lost(String database, CounterName counter, long unused) {
        databases.of(database).lost(unused);
        counters.ofKnown(new Counter(database, counter)).ifPresent(tally -> tally.lost(unused));
    }

    /** Returns what was counted of the busiest databases, by their names. */
    public BusiestTallies<String> databases() {
        return databases;
    }

    /** Returns what was counted of the busiest counters. */
    public BusiestTallies<Counter> counters() {
        return counters;
    }

    /** Returns how many ranges were handed out. */
    public long ranges() {
        return ranges.sum();
    }

    /** Returns how many of those were of the slice of this node's claim. */
    public long sliceRanges() {
        return sliceRanges.sum();
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
