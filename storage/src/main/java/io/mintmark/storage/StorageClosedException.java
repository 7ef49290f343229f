package io.mintmark.storage;

import io.mintmark.MintmarkException;

/** The database was closed for good before the verb began: it was deleted, and nothing was done. */
public final class StorageClosedException extends MintmarkException {
    private static final long serialVersionUID = 1L;

    /** Creates an exception whose message says which database it was. */
    public StorageClosedException(String message) {
        super(message);
    }
}
