package io.mintmark.jdbc.internal.connection;

import io.mintmark.internal.DaemonThreads;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Threads that work for callers and carry nothing of theirs: no transaction is bound to them, no inheritable thread
 * local and no context class loader of an application.
 *
 * <p>They are daemons that end a second after their last work, so that nothing keeps a program or its class loader.
 */
final class WorkerThreads {
    private static final long IDLE_MILLIS = 1_000;

    private WorkerThreads() {}

    /** Returns {@code most} threads, started when needed, that take their work in the order in which it came. */
    static ThreadPoolExecutor upTo(int most) {
        ThreadPoolExecutor threads = new ThreadPoolExecutor(
                most, most, IDLE_MILLIS, TimeUnit.MILLISECONDS, new LinkedBlockingQueue<>(), WorkerThreads::thread);
        threads.allowCoreThreadTimeOut(true);
        return threads;
    }

    /** Returns a thread for {@code work}, not started. */
    static Thread thread(Runnable work) {
        return DaemonThreads.thread(WorkerThreads.class, "mintmark-jdbc", work);
    }
}
