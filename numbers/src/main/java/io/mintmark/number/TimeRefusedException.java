package io.mintmark.number;

import io.mintmark.MintmarkException;

/**
 * A time-based generator has no id of this moment: the clock stands too far behind the last id, or every worker number
 * of this moment is taken.
 *
 * <p>The generator is intact: the next call looks again. After an interrupt the thread's interrupt flag is set.
 */
public final class TimeRefusedException extends MintmarkException {
    private static final long serialVersionUID = 1L;

    /** Creates an exception with a {@code message} that names the moment, the limit and the remedy. */
    public TimeRefusedException(String message) {
        super(message);
    }
}
