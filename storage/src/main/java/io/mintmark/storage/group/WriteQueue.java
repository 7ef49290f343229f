package io.mintmark.storage.group;

import io.mintmark.support.FairQueue;
import io.mintmark.support.FairShare;
import io.mintmark.support.limits.Limits;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The work before a writer: bounded in pieces and bytes, and served to the party that cost least so far, so that one
 * that sends a thousand large batches delays its own. Many threads put, one takes. Thread-safe.
 */
final class WriteQueue {
    private final Limits limits;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition work = lock.newCondition();
    private final Condition room = lock.newCondition();
    private final FairQueue<Object, PendingWork<?>> queue = new FairQueue<>();
    private final FairShare<Object> bytes;
    private boolean woken;

    WriteQueue(Limits limits) {
        this.limits = limits;
        this.bytes = new FairShare<>(limits.writes().bytesMax(), limits.writes().bytesMax());
    }

    /** Adds a piece; returns false if there was no room for it for as long as a request may wait. */
    boolean put(PendingWork<?> piece) {
        boolean interrupted = false;
        long nanos = limits.requests().waitMax().toNanos();
        lock.lock();
        try {
            while (!takesRoom(piece)) {
                if (nanos <= 0) {
                    return false;
                }
                try {
                    nanos = room.awaitNanos(nanos);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
            queue.add(piece.party(), piece);
            work.signal();
            return true;
        } finally {
            lock.unlock();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private boolean takesRoom(PendingWork<?> piece) {
        if (queue.size() == 0) {
            takeAnyway(piece);
            return true;
        }
        // What holds no documents has all the room that it needs.
        return queue.size() < limits.writes().max() && (piece.bytes() == 0 || bytes.take(piece.party(), piece.bytes()));
    }

    private void takeAnyway(PendingWork<?> piece) {
        if (piece.bytes() > 0) {
            bytes.takeAnyway(piece.party(), piece.bytes());
        }
    }

    /** Returns the next piece; null if none comes for a while, or when woken. */
    @Nullable PendingWork<?> take(long millis) throws InterruptedException {
        long nanos = TimeUnit.MILLISECONDS.toNanos(millis);
        lock.lockInterruptibly();
        try {
            while (queue.size() == 0 && !woken && nanos > 0) {
                nanos = work.awaitNanos(nanos);
            }
            woken = false;
            return removeNext();
        } finally {
            lock.unlock();
        }
    }

    /** Returns the next piece, or null at once. */
    @Nullable PendingWork<?> poll() {
        lock.lock();
        try {
            return removeNext();
        } finally {
            lock.unlock();
        }
    }

    /** Learns what the last piece cost, and returns the next one if {@code more} is wanted, or null at once. */
    @Nullable PendingWork<?> charge(Object party, long cost, boolean more) {
        lock.lock();
        try {
            queue.took(party, cost);
            return more ? removeNext() : null;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Returns the next piece, or null at once; charges what its party's pieces usually cost, which {@link #settle}
     * corrects.
     */
    @Nullable PendingWork<?> pollOnCredit() {
        lock.lock();
        try {
            PendingWork<?> piece = removeNext();
            if (piece != null) {
                queue.charge(piece.party(), queue.usual(piece.party()));
            }
            return piece;
        } finally {
            lock.unlock();
        }
    }

    /** Learns what a piece cost that was taken on credit. */
    void settle(Object party, long cost) {
        lock.lock();
        try {
            queue.charge(party, cost - queue.usual(party));
            queue.learn(party, cost);
        } finally {
            lock.unlock();
        }
    }

    private @Nullable PendingWork<?> removeNext() {
        PendingWork<?> piece = queue.poll(any -> true);
        if (piece != null) {
            if (piece.bytes() > 0) {
                bytes.giveBack(piece.party(), piece.bytes());
            }
            room.signalAll();
        }
        return piece;
    }

    boolean isEmpty() {
        lock.lock();
        try {
            return queue.size() == 0;
        } finally {
            lock.unlock();
        }
    }

    /** Makes a {@link #take} that waits return. */
    void wake() {
        lock.lock();
        try {
            woken = true;
            work.signal();
        } finally {
            lock.unlock();
        }
    }
}
