package io.mintmark.javascript;

import io.mintmark.MintmarkException;

/** The process for scripts cannot be started or talked to, whatever the script: no document is at fault. */
public final class ScriptEngineException extends MintmarkException {
    private static final long serialVersionUID = 1L;

    /** Creates an exception with a complete {@code message}, whose {@code cause} is for the log. */
    public ScriptEngineException(String message, Throwable cause) {
        super(message, cause);
    }
}
