package io.mintmark.internal;

import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Makes daemon threads: none holds up the end of its program, and none inherits anything from the caller that happens
 * to come first, neither thread locals nor a context class loader. Stateless.
 */
public final class DaemonThreads {
    private DaemonThreads() {}

    /**
     * Returns a thread for {@code task}, not started.
     *
     * @param owner a class of the code that the thread runs, whose class loader is its context
     */
    public static Thread thread(Class<?> owner, String name, Runnable task) {
        Thread thread = new Thread(null, task, name, 0, false);
        thread.setContextClassLoader(owner.getClassLoader());
        thread.setDaemon(true);
        return thread;
    }

    /** Makes threads that all have that name. */
    public static ThreadFactory named(Class<?> owner, String name) {
        return task -> thread(owner, name, task);
    }

    /**
     * Returns whether work goes on although no more of it is taken and the caller waited for {@code patience}; an
     * interrupt ends the wait, and nothing is known then.
     */
    public static boolean outlives(ExecutorService work, Duration patience) {
        work.shutdown();
        try {
            return !work.awaitTermination(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Makes threads whose names end with their numbers, from 1. */
    public static ThreadFactory numbered(Class<?> owner, String name) {
        AtomicInteger count = new AtomicInteger();
        return task -> thread(owner, name + "-" + count.incrementAndGet(), task);
    }
}
