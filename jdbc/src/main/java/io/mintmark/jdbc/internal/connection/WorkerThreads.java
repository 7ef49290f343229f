package io.mintmark.jdbc.internal.connection;

import io.mintmark.internal.DaemonThreads;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Threads that work for callers and carry nothing of theirs: no transaction is bound to them, no inheritable thread
 * local and no context class loader of an application.
 *
 * <p>All users share one pool, so that there are as many threads as calls at a time, and not one for each of thousands
 * of counters. Each user has a bound of its own and never waits for another's. The threads are daemons that end a
 * second after their last work, so that nothing keeps a program or its class loader. Thread-safe.
 */
final class WorkerThreads {
    private static final long IDLE_MILLIS = 1_000;

    private static final ThreadPoolExecutor SHARED = new ThreadPoolExecutor(
            0, Integer.MAX_VALUE, IDLE_MILLIS, TimeUnit.MILLISECONDS, new SynchronousQueue<>(), WorkerThreads::thread);

    private final int most;

    /** Guarded by itself, as is the number of threads that work. */
    private final Deque<Runnable> waiting = new ArrayDeque<>(1);

    private int working;

    private WorkerThreads(int most) {
        this.most = most;
    }

    /** Returns {@code most} threads at a time, that take their work in the order in which it came. */
    static WorkerThreads upTo(int most) {
        return new WorkerThreads(most);
    }

    /** Returns a thread for {@code work}, not started. */
    static Thread thread(Runnable work) {
        return DaemonThreads.thread(WorkerThreads.class, "mintmark-jdbc", work);
    }

    /** Runs {@code work}, which throws nothing, as soon as a thread is free. */
    void execute(Runnable work) {
        synchronized (waiting) {
            if (working == most) {
                waiting.add(work);
                return;
            }
            working++;
        }
        start(work);
    }

    private void start(Runnable work) {
        try {
            SHARED.execute(() -> runAllFrom(work));
        } catch (Throwable e) { // an Error too: there may be no thread
            synchronized (waiting) {
                working--;
            }
            throw e;
        }
    }

    private void runAllFrom(Runnable first) {
        @Nullable Runnable work = first;
        while (work != null) {
            work.run();
            work = next();
        }
    }

    private @Nullable Runnable next() {
        synchronized (waiting) {
            @Nullable Runnable next = waiting.poll();
            if (next == null) {
                working--;
            }
            return next;
        }
    }

    /** Takes back work that did not begin; false if it did, or is done. */
    boolean remove(Runnable work) {
        synchronized (waiting) {
            return waiting.remove(work);
        }
    }
}
