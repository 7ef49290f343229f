package io.mintmark.server.storage.row;

import io.mintmark.document.DocumentId;
import io.mintmark.server.storage.document.DocumentContent;
import io.mintmark.server.storage.evaluation.DocumentRows;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A stored document.
 *
 * @param id its id as it was spelt
 * @param version its version
 * @param modified when it was written
 * @param bytes how many bytes of body and metadata it has
 * @param content what was stored, or null where a group did not ask for it
 */
public record DocumentRow(
        DocumentId id,
        DocumentRows.Present version,
        Instant modified,
        long bytes,
        @Nullable DocumentContent content) {

    static DocumentRow of(DocumentId id, DocumentRows.Present version, Instant modified, DocumentContent content) {
        return new DocumentRow(id, version, modified, content.body().length + content.metadata().length, content);
    }
}
