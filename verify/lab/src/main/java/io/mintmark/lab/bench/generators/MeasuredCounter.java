package io.mintmark.lab.bench.generators;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * The counter behind every generator: an atomic in memory that answers after a set time and counts what is asked of it.
 *
 * <p>The wait is a sleep, as with a store at the other end of a wire: the asking thread leaves its core. Requests do
 * not queue behind each other. Safe for any number of threads.
 */
public final class MeasuredCounter {
    private final long answerNanos;
    private final AtomicLong last = new AtomicLong();
    private final AtomicLong calls = new AtomicLong();
    private final AtomicLong callsByCallers = new AtomicLong();
    private final AtomicLong reserved = new AtomicLong();
    private final AtomicLong returned = new AtomicLong();
    private final Set<Thread> callers = ConcurrentHashMap.newKeySet();

    public MeasuredCounter(Duration answersAfter) {
        this.answerNanos = answersAfter.toNanos();
    }

    /** Moves the counter up by {@code size} and returns the first number passed. */
    public long reserve(long size) {
        calls.incrementAndGet();
        if (callers.contains(Thread.currentThread())) {
            callsByCallers.incrementAndGet();
        }
        waitForAnswer();
        reserved.addAndGet(size);
        return last.getAndAdd(size) + 1;
    }

    /** Takes the tail above {@code lastIssued} back if {@code high} is where the counter stands. */
    public boolean giveBack(long high, long lastIssued) {
        waitForAnswer();
        boolean taken = last.compareAndSet(high, lastIssued);
        if (taken) {
            returned.addAndGet(high - lastIssued);
        }
        return taken;
    }

    /** Moves the counter up to {@code atLeast} and returns where it stands. */
    public long raise(long atLeast) {
        waitForAnswer();
        return last.accumulateAndGet(atLeast, Math::max);
    }

    /** Declares the current thread to be one that asks for numbers, so that its own fetches are counted apart. */
    public void iAmACaller() {
        callers.add(Thread.currentThread());
    }

    /** How often a range was asked for. */
    public long calls() {
        return calls.get();
    }

    /** How often a thread that wanted a number fetched the range itself. */
    public long callsByCallers() {
        return callsByCallers.get();
    }

    /** How many numbers were reserved, those given back included. */
    public long reserved() {
        return reserved.get();
    }

    /** How many numbers were given back. */
    public long returned() {
        return returned.get();
    }

    private void waitForAnswer() {
        long due = System.nanoTime() + answerNanos;
        for (long left = answerNanos; left > 0; left = due - System.nanoTime()) {
            LockSupport.parkNanos(this, left);
        }
    }
}
