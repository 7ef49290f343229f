package io.mintmark.lab.attack;

import io.mintmark.lab.measure.LatencyHistogram;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** What an append of 4 KiB takes to become durable, ten times a second: two of three good requests wait for one like it. */
final class Disk implements AutoCloseable {
    private static final int PAGE_BYTES = 4_096;
    private static final long PERIOD_MILLIS = 100;

    private final Path file;
    private final LatencyHistogram syncs = new LatencyHistogram();
    private final Thread thread = new Thread(this::run, "disk");
    private volatile boolean closing;

    /** Begins, with a file of its own in {@code directory}. */
    Disk(Path directory) {
        file = directory.resolve("disk-probe");
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        ByteBuffer page = ByteBuffer.allocateDirect(PAGE_BYTES);
        try (FileChannel channel = FileChannel.open(
                file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND)) {
            while (!closing) {
                long begun = System.nanoTime();
                int ignored = channel.write(page.clear());
                channel.force(false);
                syncs.record(System.nanoTime() - begun);
                Thread.sleep(PERIOD_MILLIS);
            }
        } catch (IOException | InterruptedException e) {
            closing = true;
        }
    }

    /** Ends, and returns how long syncs took. */
    Times result() throws IOException, InterruptedException {
        close();
        thread.join(10_000);
        Files.deleteIfExists(file);
        return Times.of(syncs);
    }

    @Override
    public void close() {
        closing = true;
    }
}
