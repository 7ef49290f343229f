package io.mintmark.testkit.history;

import io.mintmark.MintmarkException;

/** Thrown when a file holds no whole history: it is torn, damaged, of another version or of another kind. */
public final class HistoryException extends MintmarkException {
    private static final long serialVersionUID = 1L;

    HistoryException(String message) {
        super(message);
    }
}
