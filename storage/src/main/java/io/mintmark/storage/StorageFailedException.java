package io.mintmark.storage;

import io.mintmark.MintmarkException;

/** The place where data lives failed, is closed, or cannot be opened; the message says what an operator should do. */
public final class StorageFailedException extends MintmarkException {
    private static final long serialVersionUID = 1L;

    /** Creates an exception without a deeper cause. */
    public StorageFailedException(String message) {
        super(message);
    }

    /** Creates an exception with the engine's own one as {@code cause}. */
    public StorageFailedException(String message, Throwable cause) {
        super(message, cause);
    }

    /** Returns an exception that says the same with the caller's own stack: one failure answers many callers. */
    public StorageFailedException again() {
        return new StorageFailedException(String.valueOf(getMessage()), this);
    }
}
