package io.mintmark.number;

import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A worker number that nobody looks after. It is valid for ever, from the first second that no former life of this
 * process can have reached, if the clock is as right as it was and ids were borrowed as far ahead at most.
 *
 * <p>A second generator in this JVM over the same layout and number is refused, because that mistake can be seen from
 * here; and one that follows another begins where that ended, whatever the clock shows. Thread-safe.
 */
final class UnguardedWorker implements WorkerLeases {
    private static final long IN_USE = Long.MAX_VALUE;

    /** The first second that no generator of this JVM used, by layout and number; {@link #IN_USE} while one uses it. */
    private static final Map<String, Long> UNUSED_FROM = new ConcurrentHashMap<>();

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
        long next = second + 1 + aheadSeconds;
        if (next < 0 || next >= WorkerLease.FOREVER) {
            throw new TimeRefusedException("A generator must start after the beginning of 1970, but the clock shows "
                    + Instant.ofEpochSecond(second) + ": set the clock right, then start it again.");
        }
        Long unusedFrom = UNUSED_FROM.put(key, IN_USE);
        if (unusedFrom != null && unusedFrom == IN_USE) {
            throw new IllegalStateException("Another generator of this process uses worker " + key
                    + ": share that one, close it first, or take another worker number.");
        }
        return new WorkerLease(worker, unusedFrom == null ? next : Math.max(next, unusedFrom), WorkerLease.FOREVER);
    }

    @Override
    public void giveBack(WorkerLease lease, long endSecond) {
        UNUSED_FROM.put(key, endSecond);
    }
}
