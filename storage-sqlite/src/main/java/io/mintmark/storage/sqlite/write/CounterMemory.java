package io.mintmark.storage.sqlite.write;

import java.util.concurrent.atomic.AtomicLong;

/**
 * How many counters all open databases of an engine keep in memory together, so that many small databases cannot take
 * what a large one may. Thread-safe.
 */
public final class CounterMemory {
    /** What a counter takes on the heap with a name of ordinary length. */
    private static final long COUNTER_BYTES = 320;
    /** The part of the heap that is for counters. */
    private static final int HEAP_PART = 8;

    private final long max;
    private final AtomicLong kept = new AtomicLong();

    /** Creates room for {@code max} counters. */
    CounterMemory(long max) {
        this.max = max;
    }

    /** Creates as much room as the heap allows. */
    public static CounterMemory ofHeap() {
        return new CounterMemory(Runtime.getRuntime().maxMemory() / HEAP_PART / COUNTER_BYTES);
    }

    /** Returns whether no more counters should be kept. */
    boolean isFull() {
        return kept.get() >= max;
    }

    /** Takes note of {@code more} counters that are kept; a negative number says that they are not any more. */
    void add(long more) {
        long ignored = kept.addAndGet(more);
    }

    /** Returns how many counters are kept. */
    long kept() {
        return kept.get();
    }
}
