package io.mintmark.lab.attack;

import io.mintmark.lab.instrument.LatencyHistogram;
import java.util.Locale;

/**
 * How long something took, in milliseconds.
 *
 * @param p50Millis median
 * @param p99Millis 99th percentile
 * @param maxMillis the longest
 */
record Times(double p50Millis, double p99Millis, double maxMillis) {

    static Times of(LatencyHistogram times) {
        return new Times(times.millis(0.5), times.millis(0.99), times.max() / 1e6);
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%.1f / %.1f / %.0f", p50Millis, p99Millis, maxMillis);
    }
}
