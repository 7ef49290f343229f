package io.mintmark.storage;

import io.mintmark.MintmarkException;

/**
 * More is waiting to be written than may wait. What was asked for was not started and had no effect; ask again later.
 */
public final class StorageBusyException extends MintmarkException {
    private static final long serialVersionUID = 1L;

    /** Creates an exception whose {@code message} says what there was too much of. */
    public StorageBusyException(String message) {
        super(message);
    }
}
