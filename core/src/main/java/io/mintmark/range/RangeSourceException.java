package io.mintmark.range;

import io.mintmark.MintmarkException;

/** A counter cannot be reached or did not answer as it should; what was asked may or may not have happened. */
public final class RangeSourceException extends MintmarkException {
    private static final long serialVersionUID = 1L;

    /** Creates an exception without a deeper cause. */
    public RangeSourceException(String message) {
        super(message);
    }

    /** Creates an exception with the store's own one as {@code cause}. */
    public RangeSourceException(String message, Throwable cause) {
        super(message, cause);
    }
}
