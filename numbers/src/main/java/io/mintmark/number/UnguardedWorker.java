package io.mintmark.number;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A worker number that nobody looks after. It is valid for ever, from the first second that no former life of this
 * process can have reached, if the clock is as right as it was.
 *
 * <p>A second generator in this JVM over the same layout and number is refused, because that mistake can be seen from
 * here. Thread-safe.
 */
final class UnguardedWorker implements WorkerLeases {
    private static final Set<String> IN_USE = ConcurrentHashMap.newKeySet();

    private final int worker;
    private final long aheadSeconds;
    private final String key;

    /** Takes how far ids of a former life may have run ahead of the clock. */
    UnguardedWorker(BitLayout layout, int worker, long aheadSeconds) {
        this.worker = worker;
        this.aheadSeconds = aheadSeconds;
        this.key = worker + " of " + layout;
    }

    @Override
    public int workerMax() {
        return worker;
    }

    @Override
    public WorkerLease reserve(long second) {
        if (!IN_USE.add(key)) {
            throw new IllegalStateException("Another generator of this process uses worker " + key
                    + ": share that one, close it first, or take another worker number.");
        }
        return new WorkerLease(worker, second + 1 + aheadSeconds, WorkerLease.FOREVER);
    }

    @Override
    public void giveBack(WorkerLease lease, long endSecond) {
        IN_USE.remove(key);
    }
}
