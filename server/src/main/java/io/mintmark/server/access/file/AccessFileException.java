package io.mintmark.server.access.file;

import io.mintmark.MintmarkException;

/** An access list that cannot be read or written as it stands; the message names the file and the remedy. */
public final class AccessFileException extends MintmarkException {
    private static final long serialVersionUID = 1L;

    public AccessFileException(String message) {
        super(message);
    }

    public AccessFileException(String message, Throwable cause) {
        super(message, cause);
    }
}
