package io.mintmark.server.indexes.linq;

import io.mintmark.MintmarkException;

/** What of a definition is not understood; the message is a part of a sentence. */
final class NotUnderstoodException extends MintmarkException {
    private static final long serialVersionUID = 1L;

    NotUnderstoodException(String what) {
        super(what);
    }

    String what() {
        return String.valueOf(getMessage());
    }
}
