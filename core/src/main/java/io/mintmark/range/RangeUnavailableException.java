package io.mintmark.range;

import io.mintmark.MintmarkException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A generator has no number for a caller: its source failed or did not answer in time, its ranges were too small for
 * all that waited before, or the wait was interrupted. The message says which.
 *
 * <p>The generator is intact: the next call tries again. A source that did not answer within the deadline is then asked
 * once more, as long as fewer than three calls of it are under way; the first answer counts, and ranges that come later
 * go back or are a gap. After an interrupt the thread's interrupt flag is set.
 */
public final class RangeUnavailableException extends MintmarkException {
    private static final long serialVersionUID = 1L;

    private final String counter;
    private final Duration waited;

    /** Creates an exception for the generator of {@code counter}, whose caller waited in vain, and why. */
    public RangeUnavailableException(String counter, Duration waited, String why, @Nullable Throwable cause) {
        super("No range for the counter " + counter + " after " + waited.toMillis() + " ms: " + why
                + ". The next call tries again.");
        if (cause != null) {
            initCause(cause);
        }
        this.counter = counter;
        this.waited = waited;
    }

    /** Returns the name of the counter. */
    public String counter() {
        return counter;
    }

    /** Returns how long the caller waited. */
    public Duration waited() {
        return waited;
    }
}
