package io.mintmark.server.storage.sqlite.read;

import io.mintmark.server.storage.document.Listing;
import org.jspecify.annotations.Nullable;

/**
 * The place of a write in a list: one writer numbers them all.
 *
 * @param etag its number
 */
record EtagPosition(long etag) implements Listing.Position {

    /** Returns the least etag that {@code listing} does not list any more. */
    static long bound(Listing.NewestFirst listing) {
        return listing.after() == null ? Long.MAX_VALUE : etag(listing.after());
    }

    /** Returns the least etag that {@code listing} lists. */
    static long bound(Listing.OldestFirst listing) {
        return listing.after() == null ? listing.fromEtag() : etag(listing.after()) + 1;
    }

    private static long etag(Listing.@Nullable Position position) {
        if (position instanceof EtagPosition known) {
            return known.etag;
        }
        throw new IllegalArgumentException(
                "a list must go on where it began, from a place of this engine: " + position);
    }
}
