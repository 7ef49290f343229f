package io.mintmark.indexes.linq;

import io.mintmark.MintmarkException;

/** A definition in C# uses something that is not understood here; its message says what, and what to do instead. */
public final class UnsupportedLinqException extends MintmarkException {
    private static final long serialVersionUID = 1L;

    /** Creates an exception with a complete {@code message}. */
    UnsupportedLinqException(String message) {
        super(message);
    }
}
