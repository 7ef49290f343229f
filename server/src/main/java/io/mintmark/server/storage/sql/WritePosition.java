package io.mintmark.server.storage.sql;

import io.mintmark.server.storage.document.Listing;
import org.jspecify.annotations.Nullable;

/**
 * The place of a write in a list: nodes number their writes apart from each other, and lift their numbers above each other's.
 *
 * @param etag its number
 * @param node tag of the node that numbered it
 */
record WritePosition(long etag, String node) implements Listing.Position, Comparable<WritePosition> {
    /** Comes before every tag. */
    private static final String NO_NODE = "";

    /** Returns the place before which {@code listing} lists. */
    static WritePosition bound(Listing.NewestFirst listing) {
        return listing.after() == null ? new WritePosition(Long.MAX_VALUE, NO_NODE) : of(listing.after());
    }

    /** Returns the place after which {@code listing} lists. */
    static WritePosition bound(Listing.OldestFirst listing) {
        return listing.after() == null ? new WritePosition(listing.fromEtag(), NO_NODE) : of(listing.after());
    }

    private static WritePosition of(Listing.@Nullable Position position) {
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
