package io.mintmark.server.indexing;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Wakes one thread that waits for the next thing to do. Thread-safe. */
final class WakeupSignal {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private boolean poked = true;
    private boolean ended;

    void now() {
        lock.lock();
        try {
            poked = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    void end() {
        lock.lock();
        try {
            ended = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Returns once it was poked, or {@code nanos} have passed unless they are 0; false if it ended. */
    boolean await(long nanos) {
        lock.lock();
        try {
            long left = nanos;
            while (!poked && !ended && (nanos == 0 || left > 0)) {
                if (nanos == 0) {
                    changed.await();
                } else {
                    left = changed.awaitNanos(left);
                }
            }
            poked = false;
            return !ended;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            lock.unlock();
        }
    }
}
