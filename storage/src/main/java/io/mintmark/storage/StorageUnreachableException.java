package io.mintmark.storage;

import io.mintmark.MintmarkException;

/**
 * The engine behind a network could not be reached, or took nothing. What was asked for had no effect; another node may
 * succeed, and this one as soon as the engine answers again.
 */
public final class StorageUnreachableException extends MintmarkException {
    private static final long serialVersionUID = 1L;

    /** Creates an exception with the engine's own one as {@code cause}. */
    public StorageUnreachableException(String message, Throwable cause) {
        super(message, cause);
    }
}
