package io.mintmark.jdbc.database;

import io.mintmark.MintmarkException;
import io.mintmark.jdbc.CounterBelowIdsException;

/**
 * A counter is not what it was declared to be, or nobody can share it safely: nothing was reserved.
 *
 * <p>The message names the counter, its rule, both numbers that disagree, and what to do.
 */
public sealed class UnsafeCounterException extends MintmarkException
        permits CounterBelowIdsException, CounterRightsException {
    private static final long serialVersionUID = 1L;

    /** Creates a refusal; {@code message} is complete for its reader. */
    public UnsafeCounterException(String message) {
        super(message);
    }
}
