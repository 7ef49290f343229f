package io.mintmark.counter;

import io.mintmark.MintmarkException;

/** A foreign counter stands where its {@link BlockRule} has no block: it was started, stepped or set by other rules. */
public final class MisplacedCounterException extends MintmarkException {
    private static final long serialVersionUID = 1L;

    /** Creates an exception with a {@code message} that names the rule, the value read and what to look at. */
    public MisplacedCounterException(String message) {
        super(message);
    }
}
