package io.mintmark.server.changes;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Changes of one database that wait to be told, bounded in number and by the bytes of all databases. Its feed guards
 * it.
 */
final class Backlog {
    /** How many changes may wait beside those of one commit. */
    static final int WAITING_MAX = 1 << 16;

    /**
     * How many bytes may wait in any case: a large commit of one database must not cut off those who watch another one.
     */
    private static final long BYTES_ANYWAY = 64 << 10;

    private final String database;
    private final ChangeCounts counts;
    private final Deque<Slice> slices = new ArrayDeque<>();
    private int size;
    private long bytes;

    /**
     * A part of what waits.
     *
     * @param size how many changes it counts for
     * @param bytes about how many they take in memory
     * @param notices words them, when it is told
     */
    record Slice(int size, long bytes, Supplier<List<? extends Notice>> notices) {}

    Backlog(String database, ChangeCounts counts) {
        this.database = database;
        this.counts = counts;
    }

    /** Returns whether nothing more of the next commit may wait. */
    boolean isFull() {
        return size > WAITING_MAX || (bytes > BYTES_ANYWAY && !counts.hasRoomFor(database));
    }

    void add(Slice slice) {
        slices.add(slice);
        size += slice.size();
        bytes += slice.bytes();
        counts.waits(database, slice.bytes());
    }

    @Nullable Slice poll() {
        Slice slice = slices.poll();
        if (slice != null) {
            size -= slice.size();
            bytes -= slice.bytes();
            counts.waitsNoLonger(database, slice.bytes());
        }
        return slice;
    }

    boolean isEmpty() {
        return slices.isEmpty();
    }

    void clear() {
        slices.clear();
        counts.waitsNoLonger(database, bytes);
        size = 0;
        bytes = 0;
    }
}
