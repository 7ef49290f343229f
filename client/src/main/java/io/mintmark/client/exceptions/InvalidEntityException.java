package io.mintmark.client.exceptions;

import org.jspecify.annotations.Nullable;

/**
 * An entity cannot become a document, or a document not an entity of the wanted class; the message says which and why.
 */
public final class InvalidEntityException extends MintmarkClientException {
    private static final long serialVersionUID = 1L;

    /** Creates an exception whose {@code message} names the class and the remedy. */
    public InvalidEntityException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
