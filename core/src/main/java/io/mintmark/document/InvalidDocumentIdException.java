package io.mintmark.document;

import io.mintmark.MintmarkException;

/** A text cannot be a document id, or a part of one; the message names the rule and the value. */
public final class InvalidDocumentIdException extends MintmarkException {
    private static final long serialVersionUID = 1L;

    /** Creates an exception with a {@code message} that names the rule, the value and the remedy. */
    public InvalidDocumentIdException(String message) {
        super(message);
    }
}
