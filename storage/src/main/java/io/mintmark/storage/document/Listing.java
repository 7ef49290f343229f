package io.mintmark.storage.document;

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
     * A place in a list that follows writes. Only the engine that made it can read it: no number orders several nodes'
     * writes.
     */
    interface Position {}

    /**
     * All documents, newest write first.
     *
     * @param after what follows this place, or null for all
     */
    record NewestFirst(@Nullable Position after) implements Listing {

        /** Lists from the newest. */
        public static NewestFirst all() {
            return new NewestFirst(null);
        }
    }

    /**
     * Documents in the order of their writes.
     *
     * @param fromEtag the first etag of interest, as a client names it
     * @param after what follows this place, or null for all from that etag on
     */
    record OldestFirst(long fromEtag, @Nullable Position after) implements Listing {

        /** Lists from an etag on. */
        public OldestFirst(long fromEtag) {
            this(fromEtag, null);
        }
    }
}
