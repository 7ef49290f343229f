package io.mintmark.storage.evaluation;

import io.mintmark.MintmarkException;

/**
 * Nobody knows whether the group under way was committed, and those who wait for it have waited long enough; its engine
 * goes on finding out. Its cause is the engine's own exception.
 */
public final class GroupUnknownException extends MintmarkException {
    private static final long serialVersionUID = 1L;

    /** Creates the failure of a group. */
    public GroupUnknownException(Throwable cause) {
        super("Whether the group was committed is not known: " + cause.getMessage(), cause);
    }
}
