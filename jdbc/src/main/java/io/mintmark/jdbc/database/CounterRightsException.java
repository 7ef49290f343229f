package io.mintmark.jdbc.database;

/**
 * This login may not read or move a counter, or its database reads only: nothing was reserved.
 *
 * <p>The counter itself may be as it was declared. The message names what was refused, the database's words, and what
 * to grant.
 */
public final class CounterRightsException extends UnsafeCounterException {
    private static final long serialVersionUID = 1L;

    /** Creates a refusal; {@code message} is complete for its reader. */
    public CounterRightsException(String message) {
        super(message);
    }
}
