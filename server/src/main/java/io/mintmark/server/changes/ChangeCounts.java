package io.mintmark.server.changes;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts the connections that hear changes, those that were cut off because they could not keep up, and the bytes that wait
 * in all feeds together. Thread-safe.
 */
public final class ChangeCounts {
    private static final long WAITING_BYTES_MAX = 64 << 20;
    private static final int PART_OF_HEAP = 16;

    final AtomicInteger open = new AtomicInteger();
    final LongAdder cutOff = new LongAdder();
    private final AtomicLong waitingBytes = new AtomicLong();
    private final long waitingBytesMax;

    /** Bounds what waits by a part of the heap. */
    public ChangeCounts() {
        this(Math.min(WAITING_BYTES_MAX, Runtime.getRuntime().maxMemory() / PART_OF_HEAP));
    }

    ChangeCounts(long waitingBytesMax) {
        this.waitingBytesMax = waitingBytesMax;
    }

    /** Returns how many connections hear changes now. */
    public int open() {
        return open.get();
    }

    /** Returns how many connections were cut off since the start. */
    public long cutOff() {
        return cutOff.sum();
    }

    /** Returns how many bytes of changes wait to be told. */
    public long waitingBytes() {
        return waitingBytes.get();
    }

    /** Counts {@code bytes} more that wait; a negative number are those that do so no longer. */
    void waiting(long bytes) {
        long ignored = waitingBytes.addAndGet(bytes);
    }

    /** Returns whether as much waits as may. */
    boolean isFull() {
        return waitingBytes.get() >= waitingBytesMax;
    }
}
