package io.mintmark.lab.instrument;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

/**
 * A thread that does one thing at a steady pace until it is closed: what comes late is told when it was due, and so is
 * measured with the time that it waited.
 */
public final class SteadyThread implements AutoCloseable {
    /** How far behind a pace may fall that is kept in the end, however long one step takes. */
    public static final long ANY_LAG = Long.MAX_VALUE / 2;

    private final long periodNanos;
    private final long lagNanosMax;
    private final Step step;
    private final Thread thread;
    private LatencyHistogram late = new LatencyHistogram();
    private volatile boolean closing;

    private SteadyThread(String name, long delayNanos, long periodNanos, long lagNanosMax, Step step) {
        this.periodNanos = periodNanos;
        this.lagNanosMax = lagNanosMax;
        this.step = step;
        this.thread = new Thread(() -> run(delayNanos), name);
    }

    /** Is done again and again; a failure ends the thread. */
    @FunctionalInterface
    public interface Step {
        /** Does it once; it was due at {@code dueNanos} of {@link System#nanoTime}. */
        void run(long dueNanos) throws IOException, InterruptedException;
    }

    /**
     * Begins after {@code delayNanos}.
     *
     * @param lagNanosMax how far behind the pace is kept; steps that would be later than that are left out
     */
    public static SteadyThread start(String name, long delayNanos, long periodNanos, long lagNanosMax, Step step) {
        SteadyThread started = new SteadyThread(name, delayNanos, periodNanos, lagNanosMax, step);
        started.thread.setDaemon(true);
        started.thread.start();
        return started;
    }

    private void run(long delayNanos) {
        long due = System.nanoTime() + delayNanos;
        try {
            while (!closing) {
                sleepUntil(due);
                step.run(due);
                due = Math.max(due + periodNanos, System.nanoTime() - lagNanosMax);
            }
        } catch (IOException | InterruptedException e) {
            closing = true;
        }
    }

    private void sleepUntil(long due) throws InterruptedException {
        long nanos = due - System.nanoTime();
        if (nanos > 0) {
            TimeUnit.NANOSECONDS.sleep(nanos);
            synchronized (this) {
                late.record(System.nanoTime() - due);
            }
        }
    }

    /** Returns how late the thread itself awoke since the last call, which nobody else had a hand in. */
    public synchronized LatencyHistogram takeLate() {
        LatencyHistogram taken = late;
        late = new LatencyHistogram();
        return taken;
    }

    /** Ends after the step under way, and waits for that, but no longer than so many seconds. */
    public void end(int seconds) {
        closing = true;
        try {
            thread.join(TimeUnit.SECONDS.toMillis(seconds));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Ends after the step under way, without waiting; a thread that sleeps ends at once. */
    @Override
    public void close() {
        closing = true;
        thread.interrupt();
    }
}
