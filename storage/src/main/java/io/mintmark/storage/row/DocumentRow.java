package io.mintmark.storage.row;

import io.mintmark.document.DocumentId;
import io.mintmark.storage.document.DocumentContent;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A stored document, or one that is about to be.
 *
 * @param id its id as it was spelt
 * @param etag the number of its version
 * @param node tag of the node that wrote the version
 * @param collection number of its collection
 * @param modified when it was written
 * @param bytes how many bytes of body and metadata it has; 0 where an engine does not count them
 * @param content what was stored, or null where a group did not fetch it
 */
public record DocumentRow(
        DocumentId id,
        long etag,
        String node,
        long collection,
        Instant modified,
        long bytes,
        @Nullable DocumentContent content) {

    /** Returns a version that is about to be stored. */
    public static DocumentRow of(
            DocumentId id, long etag, String node, long collection, Instant modified, DocumentContent content) {
        long bytes = content.body().length + content.metadata().length;
        return new DocumentRow(id, etag, node, collection, modified, bytes, content);
    }

    /** Returns what is about to be stored. */
    public DocumentContent written() {
        return Objects.requireNonNull(content, "a group must have the content of what it writes");
    }
}
