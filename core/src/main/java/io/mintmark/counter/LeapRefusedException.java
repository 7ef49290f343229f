package io.mintmark.counter;

import io.mintmark.MintmarkException;

/** A client claims numbers so far above a counter that following it would waste the counter; it is refused instead. */
public final class LeapRefusedException extends MintmarkException {
    private static final long serialVersionUID = 1L;

    /** Creates an exception with a {@code message} that names the leap, its limit and the remedy. */
    public LeapRefusedException(String message) {
        super(message);
    }
}
