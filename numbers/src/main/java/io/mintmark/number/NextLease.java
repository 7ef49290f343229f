package io.mintmark.number;

import io.mintmark.internal.Backoff;
import io.mintmark.range.Refiller;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The lease after the one in use: reserved ahead of need in the background, or by the caller that needs it; one
 * reservation at a time. Thread-safe.
 */
final class NextLease {
    /** How many beats pass after a failure before the source is asked again. */
    private static final Backoff BEATS = new Backoff(1, 10);

    private final WorkerLeases leases;
    private final Refiller refiller;
    private final ReentrantLock reserving = new ReentrantLock();
    private final AtomicBoolean asked = new AtomicBoolean();
    private final AtomicInteger failures = new AtomicInteger();
    private final AtomicInteger resting = new AtomicInteger();
    private final AtomicReference<@Nullable WorkerLease> lease = new AtomicReference<>();
    private volatile boolean closed;

    NextLease(WorkerLeases leases, Refiller refiller) {
        this.leases = leases;
        this.refiller = refiller;
    }

    /** Hands the lease over, if there is one; then the one after it can be asked for. */
    @Nullable WorkerLease take() {
        WorkerLease taken = lease.getAndSet(null);
        if (taken != null) {
            asked.set(false);
        }
        return taken;
    }

    /**
     * Asks another thread to reserve a lease that is not over at {@code second}, unless it was asked already. Called
     * with every beat; after failures in a row it lets more and more beats pass, to spare a source that refuses.
     */
    void ask(long second) {
        if (resting.getAndUpdate(beats -> Math.max(0, beats - 1)) == 0 && asked.compareAndSet(false, true)) {
            try {
                refiller.execute(() -> reserveQuietly(second));
            } catch (Throwable refused) { // an Error too: there may be no thread
                rest();
            }
        }
    }

    private void reserveQuietly(long second) {
        try {
            if (!reserve(second, Long.MAX_VALUE)) {
                asked.set(false);
            }
            failures.set(0);
        } catch (Throwable failed) { // whatever a source throws: a caller asks for itself, and is told
            rest();
        }
    }

    private void rest() {
        resting.set((int) BEATS.after(failures.getAndIncrement()));
        asked.set(false);
    }

    /**
     * Reserves a lease that is not over at {@code second}, unless there is one by now.
     *
     * @return false if another reservation took longer than {@code patienceMillis}, or this thread was interrupted
     */
    boolean reserve(long second, long patienceMillis) {
        if (!takeReserving(patienceMillis)) {
            return false;
        }
        try {
            if (lease.get() == null && !closed) {
                lease.set(leases.reserve(second));
                if (closed) {
                    close(); // which came meanwhile and found no lease
                }
            }
            return true;
        } finally {
            reserving.unlock();
        }
    }

    private boolean takeReserving(long patienceMillis) {
        try {
            return reserving.tryLock(patienceMillis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Ends reserving and gives an unused lease back. */
    void close() {
        closed = true;
        WorkerLease unused = take();
        if (unused != null) {
            leases.giveBack(unused, unused.notBeforeSecond());
        }
    }
}
