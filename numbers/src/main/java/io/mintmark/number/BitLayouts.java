package io.mintmark.number;

import static io.mintmark.number.BitField.sequence;
import static io.mintmark.number.BitField.time;
import static io.mintmark.number.BitField.worker;

import java.time.Duration;
import java.time.Instant;

/**
 * Well-known bit layouts, so that ids of others can be read and made.
 *
 * <p>They are compatible with what their inventors published, not affiliated with them.
 */
public final class BitLayouts {
    private static final Duration MILLISECOND = Duration.ofMillis(1);
    private static final int TSID_LOW_BITS = 22;
    private static final int TSID_NODE_BITS_MAX = 20;

    /** Twitter's Snowflake: 41 bits of milliseconds since 2010-11-04, 5 of data centre, 5 of worker, 12 of sequence. */
    public static final BitLayout TWITTER = BitLayout.of(
            Instant.ofEpochMilli(1_288_834_974_657L),
            MILLISECOND,
            time(41),
            worker("datacenter", 5),
            worker("worker", 5),
            sequence(12));

    /** Discord's: 42 bits of milliseconds since 2015, 5 of worker, 5 of process, 12 of increment. */
    public static final BitLayout DISCORD = BitLayout.of(
            Instant.ofEpochMilli(1_420_070_400_000L),
            MILLISECOND,
            time(42),
            worker("worker", 5),
            worker("process", 5),
            sequence(12));

    /**
     * Instagram's: 41 bits of milliseconds, 13 of shard, 10 of sequence; the epoch is that of the published function,
     * 2011-08-24.
     */
    public static final BitLayout INSTAGRAM = BitLayout.of(
            Instant.ofEpochMilli(1_314_220_021_721L), MILLISECOND, time(41), worker("shard", 13), sequence(10));

    /** Sonyflake, first version: 39 bits of 10 ms since 2014-09-01, 8 of sequence, 16 of machine. */
    public static final BitLayout SONYFLAKE_1 = sonyflake("2014-09-01T00:00:00Z");

    /** Sonyflake, second version with its default settings: as the first, since 2025-01-01. */
    public static final BitLayout SONYFLAKE_2 = sonyflake("2025-01-01T00:00:00Z");

    private BitLayouts() {}

    private static BitLayout sonyflake(String epoch) {
        return BitLayout.of(Instant.parse(epoch), Duration.ofMillis(10), time(39), sequence(8), worker("machine", 16));
    }

    /**
     * Returns a TSID's layout: 42 bits of milliseconds since 2020, and 22 that node and counter share.
     *
     * @param nodeBits 0 to 20; 10 are usual
     */
    public static BitLayout tsid(int nodeBits) {
        if (nodeBits < 0 || nodeBits > TSID_NODE_BITS_MAX) {
            throw new IllegalArgumentException(
                    "the node of a TSID must have 0 to " + TSID_NODE_BITS_MAX + " bits: nodeBits=" + nodeBits);
        }
        Instant epoch = Instant.parse("2020-01-01T00:00:00Z");
        BitField counter = sequence(TSID_LOW_BITS - nodeBits);
        return nodeBits == 0
                ? BitLayout.of(epoch, MILLISECOND, time(42), counter)
                : BitLayout.of(epoch, MILLISECOND, time(42), worker("node", nodeBits), counter);
    }
}
