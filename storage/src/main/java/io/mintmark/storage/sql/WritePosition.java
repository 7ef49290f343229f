package io.mintmark.storage.sql;

import io.mintmark.storage.document.Listing;
import org.jspecify.annotations.Nullable;

/**
 * The place of a write in a list: nodes number their writes apart from each other, and lift their numbers above each
 * other's.
 *
 * @param etag its number
 * @param node tag of the node that numbered it
 */
record WritePosition(long etag, String node) implements Listing.Position, Comparable<WritePosition> {
    /** Comes before every tag. */
    private static final String NO_NODE = "";

    /** Returns the place behind which a list goes on, or the one at {@code etag}, before all nodes, where it begins. */
    static WritePosition of(Listing.@Nullable Position position, long etag) {
        if (position == null) {
            return new WritePosition(etag, NO_NODE);
        }
        if (position instanceof WritePosition known) {
            return known;
        }
        throw new IllegalArgumentException(
                "a list must go on where it began, from a place of this engine: " + position);
    }

    @Override
    public int compareTo(WritePosition other) {
        int byEtag = Long.compare(etag, other.etag);
        return byEtag == 0 ? node.compareTo(other.node) : byEtag;
    }
}
