package io.mintmark.storage.group;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs what follows a commit, such as the sending of replies, on a thread of its own. The writer goes on with the next
 * group meanwhile, and a group wakes one thread, not one for each of those who wait for it. Thread-safe.
 *
 * <p><b>Why none is lost.</b> The thread ends when it was idle for a while, and a system that is short of everything
 * may refuse another one. Then the caller runs the callbacks it brought, after those that were left waiting. A batch
 * that both got hold of is run once.
 */
final class CommitCallbacks implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(CommitCallbacks.class);

    private final ThreadPoolExecutor thread;

    /** What follows one commit, in order; filled by one thread, then run once by the first thread that gets to it. */
    static final class Batch implements Runnable {
        private final AtomicBoolean begun = new AtomicBoolean();
        private final List<Runnable> callbacks;

        /** Takes memory for {@code max} callbacks, so that adding them needs no more. */
        Batch(int max) {
            callbacks = new ArrayList<>(max);
        }

        /** Adds a callback, if there is one. */
        void add(@Nullable Runnable callback) {
            if (callback != null) {
                callbacks.add(callback);
            }
        }

        @Override
        public void run() {
            if (begun.compareAndSet(false, true)) {
                callbacks.forEach(CommitCallbacks::runOne);
            }
        }
    }

    /** Runs on a daemon thread of that {@code name}, which is there while it is needed. */
    CommitCallbacks(String name) {
        // Its queue is bounded by the requests that may be at work.
        this(OneThread.named(
                name,
                new LinkedBlockingQueue<>(),
                // After the end there is no writer to be kept from its work.
                (task, executor) -> task.run()));
    }

    CommitCallbacks(ThreadPoolExecutor thread) {
        this.thread = thread;
    }

    /** Runs them all, one after the other, after what was given before. */
    void run(Batch batch) {
        if (batch.callbacks.isEmpty()) {
            return;
        }
        try {
            thread.execute(batch);
        } catch (OutOfMemoryError noThread) {
            runHere(batch);
        }
    }

    private void runHere(Batch last) {
        for (Runnable waiting = thread.getQueue().poll();
                waiting != null;
                waiting = thread.getQueue().poll()) {
            waiting.run();
        }
        last.run();
    }

    static void runOne(Runnable callback) {
        try {
            callback.run();
        } catch (RuntimeException | Error e) {
            tell(e);
        }
    }

    private static void tell(Throwable failure) {
        try {
            LOG.error("what followed a commit failed; the commit stands", failure);
        } catch (RuntimeException | Error worse) {
            // The next callback must not pay for it.
        }
    }

    /** Runs what was given, and ends. */
    @Override
    public void close() {
        thread.shutdown();
    }
}
