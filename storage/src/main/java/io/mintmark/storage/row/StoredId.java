package io.mintmark.storage.row;

import io.mintmark.document.DocumentId;
import io.mintmark.document.InvalidDocumentIdException;
import io.mintmark.storage.StorageFailedException;
import org.jspecify.annotations.Nullable;

/** Reads ids that were legal when they were stored. Stateless. */
public final class StoredId {
    private StoredId() {}

    /**
     * Returns the id that a row spells.
     *
     * @param remedy what an operator of the engine does about damage
     * @throws StorageFailedException if it is none any more: the row was damaged, and nobody asked for anything wrong
     */
    public static DocumentId of(@Nullable String text, String remedy) {
        try {
            return DocumentId.of(text == null ? "" : text);
        } catch (InvalidDocumentIdException e) {
            throw new StorageFailedException(
                    "A stored row has an id that is none: it was damaged after it was written. " + e.getMessage() + ". "
                            + remedy,
                    e);
        }
    }
}
