package io.mintmark.lab.bench.generators;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.LongSupplier;

/**
 * The limit that no generator can beat, and probes whose cost is known from each other: they calibrate the harness.
 *
 * <p>{@code atomic-long-twice} does the work of {@code atomic-long} twice, so one thread must see twice its cost, less
 * the loop that both have once; {@code atomic-long-own} has an atomic for each thread, so two threads must see the cost
 * of one.
 */
final class Limits {
    private Limits() {}

    /** Longs a thread leaves free around its cell: 128 bytes, because cores fetch lines in pairs. */
    private static final int PADDING = 16;

    static List<Entry> entries() {
        return List.of(
                Entry.of("atomic-long", counter -> atomicLong()),
                Entry.of("atomic-long-twice", counter -> twice()),
                Entry.of("atomic-long-own", counter -> own()),
                Entry.of("thread-local", counter -> threadLocal()),
                Entry.of("plain-field", counter -> field()));
    }

    private static Subject atomicLong() {
        AtomicLong last = new AtomicLong();
        return () -> last::incrementAndGet;
    }

    private static Subject twice() {
        AtomicLong last = new AtomicLong();
        return () -> () -> last.incrementAndGet() + last.incrementAndGet();
    }

    private static Subject own() {
        return () -> {
            AtomicLongArray cells = new AtomicLongArray(2 * PADDING + 1);
            return () -> cells.incrementAndGet(PADDING);
        };
    }

    private static Subject threadLocal() {
        ThreadLocal<Cell> cells = ThreadLocal.withInitial(Cell::new);
        return () -> () -> cells.get().getAsLong();
    }

    private static Subject field() {
        return Cell::new;
    }

    /** A number and space on both sides, so that two threads' cells do not share a cache line. */
    @SuppressWarnings("unused") // the padding is there to be there
    private static final class Cell implements LongSupplier {
        private long before1, before2, before3, before4, before5, before6, before7, before8;
        private long before9, before10, before11, before12, before13, before14, before15, before16;
        private long last;
        private long after1, after2, after3, after4, after5, after6, after7, after8;
        private long after9, after10, after11, after12, after13, after14, after15, after16;

        @Override
        public long getAsLong() {
            return ++last;
        }
    }
}
