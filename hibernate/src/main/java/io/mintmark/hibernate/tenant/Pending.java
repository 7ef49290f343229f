package io.mintmark.hibernate.tenant;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Counts work that began and did not end yet, until there is none. Thread-safe. */
final class Pending {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition none = lock.newCondition();
    private long count;

    void begin() {
        change(1);
    }

    void end() {
        change(-1);
    }

    private void change(int by) {
        lock.lock();
        try {
            count += by;
            if (count == 0) {
                none.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Waits until there is none; false if the time is over or the thread was interrupted, which stays set. */
    boolean awaitNone(long nanos) {
        lock.lock();
        try {
            long left = nanos;
            while (count > 0 && left > 0) {
                left = none.awaitNanos(left);
            }
            return count == 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            lock.unlock();
        }
    }
}
