package io.mintmark.number;

import java.time.Duration;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/**
 * A generator of trace ids that never repeats one within its period of 388 days.
 *
 * <p>Chunk and counter belong to the second that they were reserved in and to no other: the second, the chunk and the
 * counter are one word, which only rises ({@link TimeOrderedIds} has the argument). When the 4,096 chunks of a second
 * are used up, 4,190,208 ids, callers wait for the next. When the clock steps back, callers are held for up to 5 s or
 * else refused. A start uses no second that may have been used before. No state is kept for a thread, so that any
 * number of virtual threads may ask. Ids rise until the timestamp begins anew.
 *
 * <p>elfo keeps a chunk for a thread across seconds; where slow and busy threads meet, that scheme repeats ids. The
 * wire format is the same.
 */
public final class TraceIds implements LongSupplier, AutoCloseable {
    private static final int COUNTER_MASK = (1 << TraceId.COUNTER_BITS) - 1;

    /** The bottoms that a second of a spread generator may begin at: 64 chunks of its 4,096. */
    static final int SPREAD = 1 << 16;

    private final TimeOrderedIds ids;

    private TraceIds(TimeOrderedIds ids) {
        this.ids = ids;
    }

    /**
     * Starts a generator whose node numbers, or seconds, are leased: no step of a clock can make it repeat.
     *
     * @param leases their worker numbers are node numbers, 0 to 65,535
     * @throws IllegalArgumentException if they may be of a higher one
     * @throws io.mintmark.MintmarkException as the source of the leases throws
     */
    public static TraceIds strict(WorkerLeases leases) {
        return of(builder().leases(leases));
    }

    /** Starts a generator as {@link #strict(WorkerLeases)} does, by a clock of yours. */
    public static TraceIds strict(WorkerLeases leases, InstantSource clock) {
        return of(builder().leases(leases).clock(clock));
    }

    /**
     * Starts a generator as {@link #strict(WorkerLeases)} does, whose seconds begin at a bottom below 65,536 without a
     * pattern instead of at 1.
     *
     * <p>At a few ids a second, {@code id % n} is then spread evenly for n up to 1,000, for samples and shards; the
     * first id of a strict generator's second is always odd. A second has 65,536 ids fewer at most, 1.6 % of them.
     */
    public static TraceIds spread(WorkerLeases leases) {
        return of(builder().leases(leases).sequenceStartsBelow(SPREAD));
    }

    /**
     * Starts a generator whose node number nobody looks after; it waits for the next second first.
     *
     * <p>Ids may repeat if another process has the same node number, or if the clock was set back while the process was
     * down; {@link #strict} closes both doors.
     *
     * @param node 0 to 65,535; elfo itself reserves 0
     * @throws IllegalArgumentException if it is another
     * @throws IllegalStateException if another generator of this process has the node number
     */
    public static TraceIds unguarded(int node) {
        return of(builder().worker(node));
    }

    /** Starts to describe the generator below; nothing is borrowed, because a second's chunks are valid in it only. */
    static TimeOrderedIdsBuilder builder() {
        return TraceId.LAYOUT.endless().generator().borrow(Duration.ZERO);
    }

    static TraceIds of(TimeOrderedIdsBuilder described) {
        return new TraceIds(described.start());
    }

    /**
     * Issues an id, 1 to 2^63-1.
     *
     * @throws TimeRefusedException if there is no id of this moment and none soon; the next call looks again
     * @throws io.mintmark.MintmarkException as the source of the leases throws
     * @throws IllegalStateException if the generator is closed
     */
    public long next() {
        long id = ids.next();
        while ((id & COUNTER_MASK) == 0) {
            id = ids.next();
        }
        // The second's upper bits stand above the timestamp; all but one have left the word already.
        return id & Long.MAX_VALUE;
    }

    /** The same as {@link #next()}. */
    @Override
    public long getAsLong() {
        return next();
    }

    /** Ends issuing as {@link TimeOrderedIds#close()} does. */
    @Override
    public void close() {
        ids.close();
    }
}
