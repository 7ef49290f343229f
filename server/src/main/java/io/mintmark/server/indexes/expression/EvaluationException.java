package io.mintmark.server.indexes.expression;

import io.mintmark.MintmarkException;

/** An expression has no value for these inputs; the message says why, to the person who wrote it. */
public final class EvaluationException extends MintmarkException {
    private static final long serialVersionUID = 1L;

    /** Creates an exception with a complete {@code message}. */
    public EvaluationException(String message) {
        super(message);
    }
}
