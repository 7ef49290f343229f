package io.mintmark.support;

import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs tasks of many parties on one thread, one at a time: a task of the party comes next whose tasks have taken the
 * least time so far. Tasks of one party keep their order. Thread-safe.
 *
 * @param <P> what tells parties apart
 */
public final class FairExecutor<P> {
    private final Executor thread;
    private final LongSupplier nanos;
    /** Guarded by this. */
    private final FairQueue<P, Task<P>> waiting = new FairQueue<>();

    private record Task<P>(P party, Runnable work) {}

    /**
     * Runs tasks on {@code thread}.
     *
     * @param thread runs one task at a time
     * @param nanos a clock that never steps, by which it is measured how long tasks take
     */
    public FairExecutor(Executor thread, LongSupplier nanos) {
        this.thread = thread;
        this.nanos = nanos;
    }

    /** Returns what runs the tasks of {@code party}. */
    public Executor of(P party) {
        return work -> add(new Task<>(party, work));
    }

    /** Each task brings one turn of the thread, in which another task may run that comes first. */
    private void add(Task<P> task) {
        synchronized (this) {
            waiting.add(task.party, task);
        }
        try {
            thread.execute(this::runNext);
        } catch (RuntimeException | Error e) {
            forget(task);
            throw e;
        }
    }

    private synchronized void forget(Task<P> task) {
        var ignored = waiting.removeIf(each -> each == task);
    }

    private void runNext() {
        Task<P> next = next();
        if (next == null) {
            return;
        }
        long begun = nanos.getAsLong();
        try {
            next.work.run();
        } finally {
            took(next.party, nanos.getAsLong() - begun);
        }
    }

    private synchronized @Nullable Task<P> next() {
        return waiting.poll(party -> true);
    }

    private synchronized void took(P party, long time) {
        waiting.took(party, time);
    }
}
