package io.mintmark.server.changes;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** Counts the connections that hear changes, and those that were cut off because they could not keep up. Thread-safe. */
public final class ChangeCounts {
    final AtomicInteger open = new AtomicInteger();
    final LongAdder cutOff = new LongAdder();

    /** Returns how many connections hear changes now. */
    public int open() {
        return open.get();
    }

    /** Returns how many connections were cut off since the start. */
    public long cutOff() {
        return cutOff.sum();
    }
}
