package io.mintmark.web.admission;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs tasks on the threads of another executor, few at a time and begun in their order: thousands of them that come at
 * once neither take all threads nor make hundreds of threads share the processors. Thread-safe.
 *
 * <p>A thread that ran some of them in a row lets everything else that waits for a thread go first.
 */
public final class BoundedExecutor implements Executor {
    private static final Logger LOG = LoggerFactory.getLogger(BoundedExecutor.class);
    private static final int IN_A_ROW = 16;

    private final Executor threads;
    private final int most;
    /** Guarded by this, like the field after it. */
    private final Queue<Runnable> waiting = new ArrayDeque<>();

    private int running;

    /** Runs at most {@code most} tasks at a time on {@code threads}. */
    public BoundedExecutor(Executor threads, int most) {
        this.threads = threads;
        this.most = most;
    }

    @Override
    public void execute(Runnable task) {
        if (add(task)) {
            begin();
        }
    }

    /** Returns whether one thread more is to run. */
    private synchronized boolean add(Runnable task) {
        waiting.add(task);
        boolean more = running < most;
        running += more ? 1 : 0;
        return more;
    }

    private synchronized @Nullable Runnable next() {
        Runnable next = waiting.poll();
        running -= next == null ? 1 : 0;
        return next;
    }

    private void begin() {
        try {
            threads.execute(this::runSome);
        } catch (RejectedExecutionException e) {
            // The threads are being stopped; what waits must not be lost with them.
            runSome();
        }
    }

    private void runSome() {
        for (int i = 0; i < IN_A_ROW; i++) {
            Runnable task = next();
            if (task == null) {
                return;
            }
            try {
                task.run();
            } catch (RuntimeException | Error e) {
                LOG.error("a task failed beyond its own handling", e);
            }
        }
        begin();
    }
}
