package io.mintmark.number;

import io.mintmark.MintmarkException;

/** A number or a text that its design never makes, or a part that does not fit into it; the message names the rule. */
public final class InvalidIdException extends MintmarkException {
    private static final long serialVersionUID = 1L;

    /** Creates an exception with a {@code message} that names the rule, the value and the remedy. */
    public InvalidIdException(String message) {
        super(message);
    }
}
