package io.mintmark.storage.row;

import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The serials of a database's leases: one line for those that an engine reserves and those that a node cuts by itself,
 * so that a later lease of a node has a higher serial, whoever made it.
 *
 * <p><b>Why none repeats.</b> A lease that the engine reserves is stored with its serial. A lease that a node cuts is
 * stored nowhere, so its serial comes from a block that was drawn by a group before: what the engine stores is the end
 * of all blocks, and the line goes on above it after a crash. A cut beyond the blocks is refused.
 *
 * <p>The verbs without a thread named are for the writer's thread; {@link #cut} is for any number of threads.
 */
public final class LeaseSerials {
    private final AtomicLong drawn;
    private long reserved;
    private volatile long durable;

    /** Goes on above {@code last}, which is stored. */
    public LeaseSerials(long last) {
        drawn = new AtomicLong(last);
        reserved = last;
        durable = last;
    }

    /** Draws the serial of a lease that the group under way stores; the blocks are no shorter for it. */
    public long draw() {
        reserved++;
        return drawn.incrementAndGet();
    }

    /** Adds a block of {@code count} serials, which may be cut once {@link #committed} says that it is stored. */
    public void reserve(long count) {
        reserved += count;
    }

    /** Returns what a group must store: no serial that was or may be drawn lies above it. */
    public long last() {
        return reserved;
    }

    /** Takes note that {@code last} is on stable storage. */
    public void committed(long last) {
        durable = Math.max(durable, last);
    }

    /** Draws the serial of a lease that a node cuts by itself; empty if no block has one left. Any thread may ask. */
    public OptionalLong cut() {
        long limit = durable;
        long before = drawn.getAndUpdate(last -> last < limit ? last + 1 : last);
        return before < limit ? OptionalLong.of(before + 1) : OptionalLong.empty();
    }
}
