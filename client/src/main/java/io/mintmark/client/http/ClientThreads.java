package io.mintmark.client.http;

import io.mintmark.internal.DaemonThreads;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The threads of one client: one for each request under way, and one timer. All are daemons and end with the client.
 */
final class ClientThreads {
    private static final long IDLE_SECONDS = 10;
    private static final long END_SECONDS_MAX = 1;

    private final ThreadPoolExecutor workers = new ThreadPoolExecutor(
            0,
            Integer.MAX_VALUE,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            DaemonThreads.numbered(ClientThreads.class, "mintmark-http"));
    private final ScheduledThreadPoolExecutor timer =
            new ScheduledThreadPoolExecutor(1, DaemonThreads.numbered(ClientThreads.class, "mintmark-http-timer"));

    ClientThreads() {
        timer.setRemoveOnCancelPolicy(true);
        timer.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
        timer.allowCoreThreadTimeOut(true);
    }

    ThreadPoolExecutor workers() {
        return workers;
    }

    /** Runs {@code task}, which may wait for the connection, after {@code seconds}. */
    Future<?> later(long seconds, Runnable task) {
        return timer.schedule(() -> workers.execute(task), seconds, TimeUnit.SECONDS);
    }

    /** Ends idle threads at once and busy ones after their work; waits for them a moment. */
    void end() {
        timer.shutdownNow();
        workers.shutdown();
        try {
            boolean ignored = workers.awaitTermination(END_SECONDS_MAX, TimeUnit.SECONDS)
                    && timer.awaitTermination(END_SECONDS_MAX, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
