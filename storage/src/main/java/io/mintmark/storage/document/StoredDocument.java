package io.mintmark.storage.document;

import io.mintmark.document.DocumentId;
import java.time.Instant;

/**
 * A document as it was last acknowledged.
 *
 * @param id its id, in the spelling of the latest put
 * @param content what was stored
 * @param changeVector its version
 * @param etag the node's number of the write that made this version
 * @param modified when it was written, by the server's clock
 */
public record StoredDocument(DocumentId id, DocumentContent content, String changeVector, long etag, Instant modified) {

    /** Returns the tag of the node that made this version, which the change vector begins with. */
    public String node() {
        return changeVector.substring(0, changeVector.indexOf(':'));
    }
}
