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

    /** Returns the refusal of a temporary table or sequence, which only one connection has. */
    static UnsafeCounterException onlyHere(String name) {
        return new UnsafeCounterException("a counter must be one for all who count with it, and " + name
                + " is temporary: each connection has one of its own, and they give the same numbers; create it without"
                + " TEMPORARY, or name its schema if another one is meant");
    }
}
