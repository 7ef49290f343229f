package io.mintmark.javascript.child;

import io.mintmark.internal.DaemonThreads;
import io.mintmark.internal.Ticker;
import org.jspecify.annotations.Nullable;

/**
 * Does something about work that is not done in time. One thread sets it and clears it, for one piece of work after the
 * other, at next to no cost: while pieces are done in time, the thread of the alarm sleeps through them.
 */
public final class Alarm implements Runnable, AutoCloseable {
    private final Ticker ticker;
    private @Nullable Runnable strike;
    private long deadline;
    private boolean struck;
    private boolean closed;
    /** When the thread looks again by itself; it does not while there is nothing to strike at. */
    private long looksAt;

    private boolean isIdle;

    private Alarm(Ticker ticker) {
        this.ticker = ticker;
    }

    /** Starts an alarm that reads {@code ticker}. */
    public static Alarm start(Ticker ticker) {
        Alarm alarm = new Alarm(ticker);
        DaemonThreads.thread(Alarm.class, "mintmark-script-alarm", alarm).start();
        return alarm;
    }

    /** Runs {@code strike} on a thread of its own unless it is cleared within so many nanoseconds. */
    public synchronized void set(long nanos, Runnable strike) {
        this.strike = strike;
        deadline = ticker.nanos() + nanos;
        struck = false;
        // It may sleep towards the end of a longer time, which an earlier piece had and did not need.
        if (isIdle || deadline - looksAt < 0) {
            notifyAll();
        }
    }

    /** Returns whether it has struck since it was set, and makes sure that it does not from now on. */
    public synchronized boolean clear() {
        strike = null;
        return struck;
    }

    @Override
    public void run() {
        try {
            for (Runnable due = awaitDue(); due != null; due = awaitDue()) {
                // Outside of the lock: what it ends may take long to end.
                due.run();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized @Nullable Runnable awaitDue() throws InterruptedException {
        while (!closed) {
            long left = deadline - ticker.nanos();
            if (strike == null) {
                isIdle = true;
                wait();
                isIdle = false;
            } else if (left <= 0) {
                Runnable due = strike;
                strike = null;
                struck = true;
                return due;
            } else {
                looksAt = deadline;
                wait(left / 1_000_000 + 1);
            }
        }
        return null;
    }

    @Override
    public synchronized void close() {
        closed = true;
        notifyAll();
    }
}
