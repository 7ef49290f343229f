package io.mintmark.indexes.definition;

import java.util.Arrays;

/** How much of a machine an index takes: how many changes one commit has, and whether it rests between two. */
public enum IndexPriority {
    /** Small commits, and a rest three times as long as each took. */
    LOW("Low", 512, 3),
    /** What an index has that was given none. */
    NORMAL("Normal", 8_192, 0),
    /** Large commits, which other writes wait for longer. */
    HIGH("High", 16_384, 0);

    /** A step that waited for something else needs no longer rest. */
    private static final long REST_MAX = 5_000_000_000L;

    private final String wireName;
    private final int batch;
    private final int rest;

    IndexPriority(String wireName, int batch, int rest) {
        this.wireName = wireName;
        this.batch = batch;
        this.rest = rest;
    }

    /** Returns how it travels. */
    public String wireName() {
        return wireName;
    }

    /** Returns how many changes a commit takes at most. */
    public int batch() {
        return batch;
    }

    /** Returns for how long an index rests after a commit that took {@code nanos}. */
    public long restNanos(long nanos) {
        return Math.min(rest * nanos, REST_MAX);
    }

    /**
     * Returns the priority of that name.
     *
     * @throws InvalidIndexException if there is none
     */
    public static IndexPriority of(String name) {
        return Arrays.stream(values())
                .filter(priority -> priority.wireName.equalsIgnoreCase(name))
                .findFirst()
                .orElseThrow(() -> new InvalidIndexException(
                        "The priority '" + name + "' of an index is none of Low, Normal and High."));
    }
}
