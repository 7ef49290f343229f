package io.mintmark.support;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A few permits that threads wait for, party by party: the one that had the least time so far comes next, and none
 * holds all permits where there are several. Thread-safe.
 *
 * <p>It is a {@link FairQueue} for threads that work in the background; requests, which must not block, have queues of
 * their own.
 *
 * @param <P> what tells parties apart
 */
public final class FairPermits<P> {
    /** How often somebody who may give up is asked whether he does. */
    private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final int partyMax;
    private final LongSupplier nanos;
    private final ReentrantLock lock = new ReentrantLock();
    /** Guarded by the lock, like the fields after it. */
    private final FairQueue<P, Waiter> waiting = new FairQueue<>();

    private final Map<P, Integer> held = new HashMap<>();
    private int free;

    /**
     * Shares {@code permits} out.
     *
     * @param partyMax how many of them one party may hold
     * @param nanos a clock that never steps, by which the time is measured for which permits are held
     */
    public FairPermits(int permits, int partyMax, LongSupplier nanos) {
        this.free = permits;
        this.partyMax = partyMax;
        this.nanos = nanos;
    }

    /** A permit that is held, by one thread; closed once. */
    public final class Held implements AutoCloseable {
        private final P party;
        private final long begun = nanos.getAsLong();

        private Held(P party) {
            this.party = party;
        }

        /** Gives it back. */
        @Override
        public void close() {
            release(party, nanos.getAsLong() - begun);
        }
    }

    /** One thread in the queue. */
    private final class Waiter {
        private final P party;
        private final BooleanSupplier givesUp;
        private final Condition called = lock.newCondition();
        private boolean isGranted;
        private boolean isRefused;

        Waiter(P party, BooleanSupplier givesUp) {
            this.party = party;
            this.givesUp = givesUp;
        }

        /** Leaves the queue if nobody wants the permit any more. */
        void look() {
            if (!isGranted && givesUp.getAsBoolean()) {
                waiting.removeIf(each -> each == this).forEach(Waiter::refuse);
            }
        }

        void grant() {
            isGranted = true;
            called.signal();
        }

        void refuse() {
            isRefused = true;
            called.signal();
        }
    }

    /**
     * Waits for a permit, and returns null if that was given up.
     *
     * @param givesUp says whether nobody wants it any more; asked at first, every second, and when others
     *     {@linkplain #lookAgain say so}
     */
    public @Nullable Held acquire(P party, BooleanSupplier givesUp) {
        lock.lock();
        try {
            Waiter waiter = new Waiter(party, givesUp);
            waiting.add(party, waiter);
            grantNext();
            if (!waiter.isGranted) {
                waiter.look();
                await(waiter);
            }
            return waiter.isGranted ? new Held(party) : null;
        } finally {
            lock.unlock();
        }
    }

    private void await(Waiter waiter) {
        boolean interrupted = false;
        while (!waiter.isGranted && !waiter.isRefused) {
            try {
                boolean isCalled = waiter.called.await(LOOK_NANOS, TimeUnit.NANOSECONDS);
                if (!isCalled) {
                    waiter.look();
                }
            } catch (InterruptedException e) {
                // What works in the background is ended by its owner, who says so by what it gives up for.
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Ends the waits of those who give up by now. */
    public void lookAgain() {
        lock.lock();
        try {
            waiting.removeIf(waiter -> waiter.givesUp.getAsBoolean()).forEach(Waiter::refuse);
        } finally {
            lock.unlock();
        }
    }

    private void grantNext() {
        while (free > 0) {
            Waiter next = waiting.poll(party -> held.getOrDefault(party, 0) < partyMax);
            if (next == null) {
                return;
            }
            free--;
            Integer ignored = held.merge(next.party, 1, Integer::sum);
            next.grant();
        }
    }

    private void release(P party, long took) {
        lock.lock();
        try {
            free++;
            held.computeIfPresent(party, (any, count) -> count == 1 ? null : count - 1);
            waiting.took(party, took);
            grantNext();
        } finally {
            lock.unlock();
        }
    }

    /** Returns how many wait. */
    public int waiting() {
        lock.lock();
        try {
            return waiting.size();
        } finally {
            lock.unlock();
        }
    }
}
