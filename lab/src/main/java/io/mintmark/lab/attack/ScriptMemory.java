package io.mintmark.lab.attack;

import io.mintmark.internal.DaemonThreads;
import io.mintmark.lab.process.ProcessMemory;
import java.util.DoubleSummaryStatistics;

/** Looks every 50 ms at how much memory the processes hold that a server started: those for scripts. */
final class ScriptMemory implements AutoCloseable {
    private static final long INTERVAL_MILLIS = 50;

    private final ProcessHandle server;
    private final Thread thread = DaemonThreads.thread(ScriptMemory.class, "script-memory", this::run);
    private final DoubleSummaryStatistics mebibytes = new DoubleSummaryStatistics();
    private volatile boolean closing;

    ScriptMemory(ProcessHandle server) {
        this.server = server;
        thread.start();
    }

    private void run() {
        while (!closing) {
            // One that has just ended has nothing to tell.
            double now = server.descendants()
                    .mapToDouble(ProcessMemory::resident)
                    .filter(each -> !Double.isNaN(each))
                    .sum();
            mebibytes.accept(now);
            try {
                Thread.sleep(INTERVAL_MILLIS);
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    /** Ends, and returns the most that was seen at once, in MiB. */
    double most() {
        close();
        return mebibytes.getMax();
    }

    @Override
    public void close() {
        closing = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
