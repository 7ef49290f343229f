package io.mintmark.cassandra;

import io.mintmark.MintmarkException;

/**
 * A counter's table or row is not what it must be, or it went back: nothing was reserved.
 *
 * <p>The message names the counter, what was found, and what to do.
 */
public final class UnsafeCounterException extends MintmarkException {
    private static final long serialVersionUID = 1L;

    /** Creates a refusal; {@code message} is complete for its reader. */
    public UnsafeCounterException(String message) {
        super(message);
    }
}
