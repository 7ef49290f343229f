package io.mintmark.javascript;

import io.mintmark.MintmarkException;

/** A program cannot be loaded, or cannot go on; the message says why to the person who wrote it. */
public final class ScriptException extends MintmarkException {
    private static final long serialVersionUID = 1L;

    /** Creates an exception with a complete {@code message}. */
    public ScriptException(String message) {
        super(message);
    }
}
