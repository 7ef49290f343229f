package io.mintmark.indexes.linq;

import io.mintmark.MintmarkException;

/** Something of a definition that is not understood; the message is a part of a sentence. */
final class NotUnderstoodException extends MintmarkException {
    private static final long serialVersionUID = 1L;

    /** Creates an exception whose message {@code what} follows the words "The index uses". */
    NotUnderstoodException(String what) {
        super(what);
    }

    /** Returns the part of a sentence. */
    String what() {
        return String.valueOf(getMessage());
    }
}
