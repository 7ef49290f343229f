package io.mintmark.lab.attack;

import io.mintmark.lab.instrument.SteadyThread;
import io.mintmark.lab.process.ProcessMemory;
import java.util.DoubleSummaryStatistics;

/** Looks every 50 ms at how much memory the processes hold that a server started: those for scripts. */
final class ScriptMemory implements AutoCloseable {
    private static final long PERIOD_NANOS = 50_000_000;
    private static final int PATIENCE_SECONDS = 10;

    private final ProcessHandle server;
    private final DoubleSummaryStatistics mebibytes = new DoubleSummaryStatistics();
    private final SteadyThread thread;

    ScriptMemory(ProcessHandle server) {
        this.server = server;
        this.thread = SteadyThread.start("script-memory", 0, PERIOD_NANOS, 0, due -> look());
    }

    private void look() {
        // One that has just ended has nothing to tell.
        mebibytes.accept(server.descendants()
                .mapToDouble(ProcessMemory::resident)
                .filter(each -> !Double.isNaN(each))
                .sum());
    }

    /** Ends, and returns the most that was seen at once, in MiB. */
    double most() {
        close();
        return mebibytes.getMax();
    }

    @Override
    public void close() {
        thread.end(PATIENCE_SECONDS);
    }
}
