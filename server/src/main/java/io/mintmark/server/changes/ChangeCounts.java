package io.mintmark.server.changes;

import io.mintmark.support.FairShare;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts the connections that hear changes, those that were cut off because they could not keep up, and the bytes that
 * wait in all feeds together, of which a database that falls behind leaves enough for the others. Thread-safe.
 */
public final class ChangeCounts {
    private static final long WAITING_BYTES_MAX = 64 << 20;
    private static final int PART_OF_HEAP = 16;

    final AtomicInteger open = new AtomicInteger();
    final LongAdder cutOff = new LongAdder();
    private final FairShare<String> waitingBytes;

    /** Bounds what waits by a part of the heap. */
    public ChangeCounts() {
        this(Math.min(WAITING_BYTES_MAX, Runtime.getRuntime().maxMemory() / PART_OF_HEAP));
    }

    ChangeCounts(long waitingBytesMax) {
        this.waitingBytes = new FairShare<>(waitingBytesMax, waitingBytesMax);
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
        return waitingBytes.taken();
    }

    /** Counts {@code bytes} more of {@code database} that wait. */
    void waits(String database, long bytes) {
        waitingBytes.takeAnyway(database, bytes);
    }

    /** Counts them no longer. */
    void waitsNoLonger(String database, long bytes) {
        waitingBytes.giveBack(database, bytes);
    }

    /** Returns whether more of {@code database} may wait. */
    boolean hasRoomFor(String database) {
        return waitingBytes.take(database, 0);
    }
}
