package io.mintmark.cassandra;

import io.mintmark.MintmarkException;

/** The store refused what was asked, by what it is or by who asked: it did nothing, and asking again is in vain. */
final class RefusedByStoreException extends MintmarkException {
    private static final long serialVersionUID = 1L;

    /** Creates a refusal in words that fit behind a colon. */
    RefusedByStoreException(String why, Throwable cause) {
        super(why, cause);
    }
}
