package io.mintmark.jdbc;

import io.mintmark.jdbc.database.UnsafeCounterException;

/**
 * A counter would give ids that exist: nothing was reserved.
 *
 * <p>Its rule, its place and the rights to it are as declared. It has to be raised, or the ids were given by another
 * rule.
 */
public final class CounterBelowIdsException extends UnsafeCounterException {
    private static final long serialVersionUID = 1L;

    /** Creates a refusal; {@code message} is complete for its reader. */
    CounterBelowIdsException(String message) {
        super(message);
    }
}
