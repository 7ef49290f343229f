package io.mintmark.web.access.principal;

import io.mintmark.MintmarkException;

/** An access list that cannot be read or written as it stands; the message says where it is, and the remedy. */
public final class AccessListException extends MintmarkException {
    private static final long serialVersionUID = 1L;

    public AccessListException(String message) {
        super(message);
    }

    public AccessListException(String message, Throwable cause) {
        super(message, cause);
    }
}
