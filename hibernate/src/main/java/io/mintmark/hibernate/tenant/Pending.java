package io.mintmark.hibernate.tenant;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Counts work for tenants that began and did not end yet, until there is none. Thread-safe. */
final class Pending {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition ended = lock.newCondition();
    private final Map<String, Integer> byTenant = new HashMap<>();

    void begin(String tenant) {
        change(tenant, 1);
    }

    void end(String tenant) {
        change(tenant, -1);
    }

    private void change(String tenant, int by) {
        lock.lock();
        try {
            @Nullable Integer left = byTenant.merge(tenant, by, (count, more) -> count + more == 0 ? null : count + more);
            if (left == null) {
                ended.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Waits until there is none; false if the time is over or the thread was interrupted, which stays set. */
    boolean awaitNone(long nanos) {
        return await(byTenant::isEmpty, nanos);
    }

    /** Waits likewise until there is none for {@code tenant}, whatever there is for others. */
    boolean awaitNone(String tenant, long nanos) {
        return await(() -> !byTenant.containsKey(tenant), nanos);
    }

    private boolean await(BooleanSupplier none, long nanos) {
        lock.lock();
        try {
            long left = nanos;
            while (!none.getAsBoolean() && left > 0) {
                left = ended.awaitNanos(left);
            }
            return none.getAsBoolean();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            lock.unlock();
        }
    }
}
