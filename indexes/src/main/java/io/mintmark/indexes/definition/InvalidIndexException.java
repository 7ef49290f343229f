package io.mintmark.indexes.definition;

import io.mintmark.MintmarkException;

/** A definition breaks a rule; nothing was changed. */
public final class InvalidIndexException extends MintmarkException {
    private static final long serialVersionUID = 1L;

    /** Creates an exception with a complete {@code message}. */
    public InvalidIndexException(String message) {
        super(message);
    }
}
