package io.mintmark.server.backup;

import io.mintmark.MintmarkException;

/** A backup was not made, or one that is read is not whole; the message says why, and what to do. */
public final class BackupException extends MintmarkException {
    private static final long serialVersionUID = 1L;

    /** Creates an exception without a deeper cause. */
    public BackupException(String message) {
        super(message);
    }

    /** Creates an exception with its cause for the log. */
    public BackupException(String message, Throwable cause) {
        super(message, cause);
    }
}
