package io.mintmark.storage.document;

import io.mintmark.MintmarkException;
import io.mintmark.document.DocumentId;

/** A put would move a document to another collection; the batch had no effect. */
public final class CollectionMismatchException extends MintmarkException {
    private static final long serialVersionUID = 1L;

    /** Creates an exception for the document {@code id} of the collection {@code actual}. */
    public CollectionMismatchException(DocumentId id, String actual, String wanted) {
        super("Document '" + id + "' belongs to collection '" + actual + "' and cannot be put into '" + wanted
                + "': delete it first, in the same batch if you like.");
    }
}
