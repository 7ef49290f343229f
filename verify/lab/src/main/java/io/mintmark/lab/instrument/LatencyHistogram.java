package io.mintmark.lab.instrument;

import java.util.Locale;

/**
 * Counts of durations in buckets that are at most 1.6 % wide, from 1 ns to 292 years; recording allocates nothing.
 *
 * <p>Not thread-safe: each thread has its own, and they are added up at the end.
 */
public final class LatencyHistogram {
    /** Up to here each nanosecond has its own bucket; above, each doubling is cut into half as many. */
    private static final int EXACT = 128;

    private static final int EXACT_BITS = 7;

    private final long[] counts = new long[EXACT + (63 - EXACT_BITS) * (EXACT / 2)];
    private long total;
    private long max;

    public void record(long nanos) {
        long duration = Math.max(0, nanos);
        counts[bucket(duration)]++;
        total++;
        max = Math.max(max, duration);
    }

    public void add(LatencyHistogram other) {
        for (int i = 0; i < counts.length; i++) {
            counts[i] += other.counts[i];
        }
        total += other.total;
        max = Math.max(max, other.max);
    }

    public long total() {
        return total;
    }

    /** The longest duration, exactly; 0 if none was recorded. */
    public long max() {
        return max;
    }

    /** Returns the lower end of the bucket in which the given part of all durations is reached. */
    public long quantile(double part) {
        long rank = Math.max(1, (long) Math.ceil(part * total));
        long seen = 0;
        for (int i = 0; i < counts.length; i++) {
            seen += counts[i];
            if (seen >= rank) {
                return lowerEnd(i);
            }
        }
        return max;
    }

    /** Returns the same in milliseconds; NaN if none was recorded. */
    public double millis(double part) {
        return total == 0 ? Double.NaN : quantile(part) / 1e6;
    }

    /** Returns median, 99th percentile and longest in milliseconds. */
    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%.1f / %.1f / %.0f", millis(0.5), millis(0.99), max / 1e6);
    }

    private static int bucket(long nanos) {
        if (nanos < EXACT) {
            return (int) nanos;
        }
        int doubling = 63 - Long.numberOfLeadingZeros(nanos) - EXACT_BITS;
        int within = (int) (nanos >>> (doubling + 1)) - EXACT / 2;
        return EXACT + doubling * (EXACT / 2) + within;
    }

    private static long lowerEnd(int bucket) {
        if (bucket < EXACT) {
            return bucket;
        }
        int doubling = (bucket - EXACT) / (EXACT / 2);
        int within = (bucket - EXACT) % (EXACT / 2);
        return (long) (within + EXACT / 2) << (doubling + 1);
    }
}
