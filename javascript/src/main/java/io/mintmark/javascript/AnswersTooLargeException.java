package io.mintmark.javascript;

import io.mintmark.MintmarkException;

/** Scripts returned more for one batch than memory should hold at once: ask with fewer items. */
public final class AnswersTooLargeException extends MintmarkException {
    private static final long serialVersionUID = 1L;

    /** Creates an exception of a batch of so many items. */
    public AnswersTooLargeException(int items) {
        super("The answers to " + items + " items are larger than what is held at once: ask with fewer.");
    }
}
