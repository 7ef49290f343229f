package io.mintmark.indexes.definition;

import io.mintmark.MintmarkException;

/** A definition asks for something that RavenDB has and this server does not; nothing was changed. */
public final class UnsupportedIndexException extends MintmarkException {
    private static final long serialVersionUID = 1L;

    /** Creates an exception with a complete {@code message}. */
    public UnsupportedIndexException(String message) {
        super(message);
    }
}
