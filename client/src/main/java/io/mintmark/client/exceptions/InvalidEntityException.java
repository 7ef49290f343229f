package io.mintmark.client.exceptions;

import org.jspecify.annotations.Nullable;

/** An entity cannot become a document, or a document no entity of the class asked for; its message says which and why. */
public final class InvalidEntityException extends MintmarkClientException {
    private static final long serialVersionUID = 1L;

    /** Creates an exception whose message is complete for its reader. */
    public InvalidEntityException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
