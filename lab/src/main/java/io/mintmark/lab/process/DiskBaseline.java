package io.mintmark.lab.process;

import io.mintmark.lab.measure.LatencyHistogram;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * What the disk takes to make an append of 4 KiB durable: no durable answer can be faster, and a noisy disk makes figures
 * of different minutes incomparable.
 *
 * @param p50Millis median
 * @param p99Millis what one of a hundred exceeds
 */
public record DiskBaseline(double p50Millis, double p99Millis) {
    private static final int PAGE_BYTES = 4_096;

    /** Appends and syncs {@code count} times to a file of its own at {@code file}. */
    public static DiskBaseline measure(Path file, int count) throws IOException {
        LatencyHistogram syncs = new LatencyHistogram();
        ByteBuffer page = ByteBuffer.allocateDirect(PAGE_BYTES);
        try (FileChannel channel = FileChannel.open(
                file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
            for (int i = 0; i < count; i++) {
                page.clear();
                long start = System.nanoTime();
                while (page.hasRemaining()) {
                    int ignored = channel.write(page);
                }
                channel.force(false);
                syncs.record(System.nanoTime() - start);
            }
        } finally {
            Files.deleteIfExists(file);
        }
        return new DiskBaseline(syncs.quantile(0.5) / 1e6, syncs.quantile(0.99) / 1e6);
    }
}
