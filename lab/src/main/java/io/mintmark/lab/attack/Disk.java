package io.mintmark.lab.attack;

import io.mintmark.internal.DaemonThreads;
import io.mintmark.lab.measure.LatencyHistogram;
import io.mintmark.lab.process.SyncProbe;
import java.io.IOException;
import java.nio.file.Path;

/** Time that an append of 4 KiB takes to become durable, ten times a second: two of three good requests wait for one like it. */
final class Disk implements AutoCloseable {
    private static final long PERIOD_MILLIS = 100;

    private final Path file;
    private final LatencyHistogram syncs = new LatencyHistogram();
    private final Thread thread = DaemonThreads.thread(Disk.class, "disk", this::run);
    private volatile boolean closing;

    /** Begins, with a file of its own in {@code directory}. */
    Disk(Path directory) {
        file = directory.resolve("disk-probe");
        thread.start();
    }

    private void run() {
        try (SyncProbe probe = SyncProbe.open(file)) {
            while (!closing) {
                syncs.record(probe.syncNanos());
                Thread.sleep(PERIOD_MILLIS);
            }
        } catch (IOException | InterruptedException e) {
            closing = true;
        }
    }

    /** Ends, and returns how long syncs took. */
    Times result() throws InterruptedException {
        close();
        thread.join(10_000);
        return Times.of(syncs);
    }

    @Override
    public void close() {
        closing = true;
    }
}
