package io.mintmark.counter;

import io.mintmark.MintmarkException;

/** A counter reached its ceiling: it refuses, it never wraps (promise G8). */
public final class ExhaustedException extends MintmarkException {
    private static final long serialVersionUID = 1L;

    /** Creates an exception with a {@code message} that names the counter's ceiling and the value it stands at. */
    public ExhaustedException(String message) {
        super(message);
    }
}
