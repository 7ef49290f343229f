package io.mintmark.storage.postgresql.catalog;

import io.mintmark.storage.postgresql.claim.Lane;
import io.mintmark.storage.postgresql.claim.WriterProgress.Writer;
import java.util.Map;

/**
 * Writes of other nodes that are to be told.
 *
 * @param stretches the numbers that each lane drew for them
 */
record News(Map<Writer, Stretch> stretches) {
    private static final Stretch NONE = new Stretch(0, 0);

    /**
     * Numbers of one lane.
     *
     * @param after they are above this one
     * @param last and at most this one
     */
    record Stretch(long after, long last) {
        boolean has(long etag) {
            return etag > after && etag <= last;
        }
    }

    boolean isEmpty() {
        return stretches.isEmpty();
    }

    /** Returns after which number the oldest of them is. */
    long after() {
        return stretches.values().stream().mapToLong(Stretch::after).min().orElse(0);
    }

    /** Returns the largest number of any of them. */
    long last() {
        return stretches.values().stream().mapToLong(Stretch::last).max().orElse(0);
    }

    /**
     * Returns whether a row is one of them.
     *
     * @param ofEitherLane whether the lane of counters may have written it, too
     */
    boolean has(String node, long etag, boolean ofEitherLane) {
        return stretch(node, Lane.DOCUMENTS).has(etag)
                || (ofEitherLane && stretch(node, Lane.COUNTERS).has(etag));
    }

    private Stretch stretch(String node, Lane lane) {
        return stretches.getOrDefault(new Writer(node, lane), NONE);
    }
}
