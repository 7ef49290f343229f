package io.mintmark.server.indexes.reduce;

import io.mintmark.MintmarkException;

/** What some documents come to is more than memory should hold at once, or takes too long; fewer of them are tried. */
public final class BatchTooLargeException extends MintmarkException {
    private static final long serialVersionUID = 1L;

    /** Creates an exception with the reason. */
    public BatchTooLargeException(Throwable cause) {
        super("What these documents come to is too much at once. " + cause.getMessage(), cause);
    }
}
