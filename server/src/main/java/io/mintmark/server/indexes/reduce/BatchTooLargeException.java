package io.mintmark.server.indexes.reduce;

import io.mintmark.MintmarkException;

/** What some documents come to is more than memory should hold at once, or takes too long; fewer of them are tried. */
public final class BatchTooLargeException extends MintmarkException {
    private static final long serialVersionUID = 1L;

    /** Creates an exception with the reason. */
    public BatchTooLargeException(Throwable cause) {
        super("What these documents come to is too much at once. " + cause.getMessage(), cause);
    }

    private BatchTooLargeException(String reason) {
        super(reason);
    }

    /** Returns the refusal of documents that contribute more than {@code most} characters together. */
    public static BatchTooLargeException ofContributions(int documents, long most) {
        return new BatchTooLargeException("What " + documents + " documents contribute has more than " + most
                + " characters: fewer are tried at once.");
    }
}
