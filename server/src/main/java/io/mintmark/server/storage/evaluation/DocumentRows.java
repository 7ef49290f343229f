package io.mintmark.server.storage.evaluation;

import io.mintmark.document.DocumentId;
import io.mintmark.server.storage.document.DocumentChange;
import io.mintmark.server.storage.document.DocumentContent;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The rows of ordinary documents, as the work of a group reads and changes them. */
public interface DocumentRows extends SharedRows {
    /**
     * What a writer must know of a document that is there already.
     *
     * @param etag its version's number
     * @param node tag of the node that wrote the version
     * @param collection number of its collection
     */
    record Present(long etag, String node, long collection) {}

    /** Returns the number of the next write; one that a refused batch drew is never drawn again. */
    long drawEtag();

    /** Returns what is known of a document, or null if there is none. */
    @Nullable Present document(DocumentId id);

    /** Returns when a version was written if it has this content, or null if it has another. */
    @Nullable Instant sameSince(DocumentId id, Present present, DocumentContent wanted);

    /**
     * Adds a document if it costs nothing to learn that there is none, and returns whether it did; otherwise nothing is known
     * and nothing changed.
     */
    boolean addIfSurelyNew(DocumentId id, Present version, DocumentContent content);

    /** Adds a document that is not there. */
    void add(DocumentId id, Present version, DocumentContent content);

    /** Stores a document in the place of the version that is there. */
    void replace(DocumentId id, Present present, Present version, DocumentContent content);

    /** Removes the version that is there. */
    void remove(DocumentId id, Present present);

    /** Takes note that the version {@code etag} of a document was stored, or that it is the deletion of the document. */
    void note(DocumentChange.Kind kind, DocumentId id, long collection, long etag);
}
