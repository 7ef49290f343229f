package io.mintmark.hibernate;

import io.mintmark.MintmarkException;

/**
 * A mapping or a setting of a persistence unit cannot work; thrown while the session factory starts, wherever possible.
 */
public final class MintmarkMappingException extends MintmarkException {
    private static final long serialVersionUID = 1L;

    /** Creates an exception whose {@code message} names rule, value and remedy. */
    public MintmarkMappingException(String message) {
        super(message);
    }

    /** Creates an exception whose {@code message} names rule, value and remedy, for a deeper {@code cause}. */
    public MintmarkMappingException(String message, Throwable cause) {
        super(message, cause);
    }
}
