package io.mintmark.number;

import java.time.Duration;
import java.time.Instant;

/**
 * A trace id as the actor system elfo makes it: 25 bits of seconds, 16 of node, 12 of chunk, 10 of counter; immutable.
 *
 * <p>Ids are 1 to 2^63-1 and rise for {@link #PERIOD_SECONDS} seconds, a little over 388 days; then they begin anew. An
 * id does not say which period it is of. Chunk and counter together are the <em>bottom</em>, which other systems may
 * split in another way. Values are the same on the wire as elfo's; how {@link TraceIds} makes them is not elfo's way.
 *
 * @param timestamp seconds since 1970 modulo the period, 0 to 33,554,431
 * @param node the node's number, 0 to 65,535
 * @param chunk 0 to 4,095
 * @param counter 1 to 1,023; 0 only where another system splits the bottom in another way
 */
public record TraceId(int timestamp, int node, int chunk, int counter) {
    /** How many seconds pass until the timestamp begins anew: 2^25. */
    public static final long PERIOD_SECONDS = 1L << 25;

    /** The highest node number. */
    public static final int NODE_MAX = (1 << 16) - 1;

    static final int COUNTER_BITS = 10;

    /** The same cut as a layout of 38 bits below the time: chunk and counter are its sequence. */
    static final BitLayout LAYOUT = BitLayout.of(
            Instant.EPOCH,
            Duration.ofSeconds(1),
            BitField.time(25),
            BitField.worker("node", 16),
            BitField.sequence(12 + COUNTER_BITS));

    private static final int CHUNK_MAX = (1 << 12) - 1;
    private static final int COUNTER_MAX = (1 << COUNTER_BITS) - 1;
    private static final int TIME_SHIFT = 38;
    private static final int NODE_SHIFT = 22;

    /** Checks the parts; throws {@link InvalidIdException} naming the first that does not fit. */
    public TraceId {
        requireFits("timestamp", timestamp, (int) PERIOD_SECONDS - 1);
        requireFits("node", node, NODE_MAX);
        requireFits("chunk", chunk, CHUNK_MAX);
        requireFits("counter", counter, COUNTER_MAX);
        if ((timestamp | node | chunk | counter) == 0) {
            throw new InvalidIdException("0 is not a trace id, it stands for none: the counter begins at 1");
        }
    }

    private static void requireFits(String what, int value, int max) {
        if (value < 0 || value > max) {
            throw new InvalidIdException("the " + what + " of a trace id must be 0 to " + max + ": " + value);
        }
    }

    /**
     * Returns the id of a moment.
     *
     * @param unixSecond seconds since 1970, 0 or more
     * @param counter 1 to 1,023
     * @throws InvalidIdException if a part does not fit
     */
    public static TraceId at(long unixSecond, int node, int chunk, int counter) {
        if (unixSecond < 0 || counter == 0) {
            throw new InvalidIdException("a trace id must have a second of 0 or more and a counter of 1 to "
                    + COUNTER_MAX + ": second=" + unixSecond + ", counter=" + counter);
        }
        return new TraceId((int) (unixSecond % PERIOD_SECONDS), node, chunk, counter);
    }

    /**
     * Returns the parts of an id, as elfo reads it.
     *
     * @throws InvalidIdException if {@code value} is 0 or negative
     */
    public static TraceId of(long value) {
        if (value <= 0) {
            throw new InvalidIdException("a trace id must be 1 to " + Long.MAX_VALUE + ": " + value);
        }
        return new TraceId(
                (int) (value >>> TIME_SHIFT),
                (int) (value >>> NODE_SHIFT) & NODE_MAX,
                (int) (value >>> COUNTER_BITS) & CHUNK_MAX,
                (int) value & COUNTER_MAX);
    }

    /** Returns the id itself, 1 to 2^63-1. */
    public long value() {
        return (long) timestamp << TIME_SHIFT | (long) node << NODE_SHIFT | bottom();
    }

    /** Returns chunk and counter in one, 0 to 4,194,303. */
    public int bottom() {
        return chunk << COUNTER_BITS | counter;
    }

    /** Returns the second that the id is of, in the period that puts it nearest to {@code reference}. */
    public Instant nearest(Instant reference) {
        long second = reference.getEpochSecond();
        long ahead = Math.floorMod(timestamp - second, PERIOD_SECONDS);
        return Instant.ofEpochSecond(second + (ahead > PERIOD_SECONDS / 2 ? ahead - PERIOD_SECONDS : ahead));
    }

    /** Returns how many seconds two timestamps are apart, the shorter way round the period. */
    static long apart(long one, long other) {
        long ahead = Math.floorMod(one - other, PERIOD_SECONDS);
        return Math.min(ahead, PERIOD_SECONDS - ahead);
    }
}
