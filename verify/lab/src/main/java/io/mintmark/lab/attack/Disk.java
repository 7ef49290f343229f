package io.mintmark.lab.attack;

import io.mintmark.lab.instrument.LatencyHistogram;
import io.mintmark.lab.instrument.SteadyThread;
import io.mintmark.lab.process.SyncProbe;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Time that an append of 4 KiB takes to become durable, ten times a second: two of three good requests wait for one
 * like it.
 */
final class Disk implements AutoCloseable {
    private static final long PERIOD_NANOS = 100_000_000;

    private final LatencyHistogram syncs = new LatencyHistogram();
    private final SyncProbe probe;
    private final SteadyThread thread;

    /** Begins, with a file of its own in {@code directory}. */
    Disk(Path directory) throws IOException {
        probe = SyncProbe.open(directory.resolve("disk-probe"));
        thread = SteadyThread.start("disk", 0, PERIOD_NANOS, 0, due -> syncs.record(probe.syncNanos()));
    }

    /** Ends, and returns how long syncs took. */
    Times result() {
        thread.end(10);
        return Times.of(syncs);
    }

    @Override
    public void close() throws IOException {
        thread.end(10);
        probe.close();
    }
}
