package io.mintmark.lab.process;

import io.mintmark.lab.instrument.LatencyHistogram;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Time that the disk takes to make an append of 4 KiB durable: no durable answer can be faster, and a noisy disk makes
 * figures of different minutes incomparable.
 *
 * @param p50Millis median
 * @param p99Millis what one of a hundred exceeds
 */
public record DiskBaseline(double p50Millis, double p99Millis) {

    /** Appends and syncs {@code count} times to a file of its own at {@code file}. */
    public static DiskBaseline measure(Path file, int count) throws IOException {
        LatencyHistogram syncs = new LatencyHistogram();
        try (SyncProbe probe = SyncProbe.open(file)) {
            for (int i = 0; i < count; i++) {
                syncs.record(probe.syncNanos());
            }
        }
        return new DiskBaseline(syncs.quantile(0.5) / 1e6, syncs.quantile(0.99) / 1e6);
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%.2f/%.2f", p50Millis, p99Millis);
    }
}
