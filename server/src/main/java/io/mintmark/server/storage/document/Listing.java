package io.mintmark.server.storage.document;

import io.mintmark.document.DocumentId;
import org.jspecify.annotations.Nullable;

/** Which documents to list, and in which order. */
public sealed interface Listing {

    /**
     * Documents whose id begins with a prefix, by the bytes of their key form.
     *
     * @param keyPrefix key form of the prefix; empty lists all
     * @param after leaves out this id and all before it, or null
     */
    record ByPrefix(String keyPrefix, @Nullable DocumentId after) implements Listing {}

    /**
     * All documents, newest write first.
     *
     * @param belowEtag leaves out this etag and all above it
     */
    record NewestFirst(long belowEtag) implements Listing {

        /** Lists from the newest. */
        public static NewestFirst all() {
            return new NewestFirst(Long.MAX_VALUE);
        }
    }

    /**
     * Documents by ascending etag.
     *
     * @param fromEtag the first etag of interest
     */
    record OldestFirst(long fromEtag) implements Listing {}
}
