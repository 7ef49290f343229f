package io.mintmark.indexes.reduce;

import io.mintmark.MintmarkException;

/** What some documents come to is more than memory should hold at once, or takes too long; fewer of them are tried. */
public final class BatchTooLargeException extends MintmarkException {
    private static final long serialVersionUID = 1L;

    private final boolean isLasting;

    /**
     * Creates an exception with the reason.
     *
     * @param isLasting whether the same documents will come to as much the next time, as sizes do and durations do not
     */
    public BatchTooLargeException(Throwable cause, boolean isLasting) {
        super("What these documents come to is too much at once. " + cause.getMessage(), cause);
        this.isLasting = isLasting;
    }

    private BatchTooLargeException(String reason) {
        super(reason);
        this.isLasting = true;
    }

    /** Returns whether the same documents will come to as much the next time. */
    public boolean isLasting() {
        return isLasting;
    }

    /** Returns the refusal of documents that contribute more than {@code most} characters together. */
    static BatchTooLargeException ofContributions(int documents, long most) {
        return new BatchTooLargeException("What " + documents + " documents contribute has more than " + most
                + " characters: fewer are tried at once.");
    }
}
