package io.mintmark.storage.evaluation;

import io.mintmark.MintmarkException;

/**
 * Nothing of the group under way happened: the engine undid it for certain, and takes another one. Its cause is the
 * engine's own exception.
 */
public final class GroupUndoneException extends MintmarkException {
    private static final long serialVersionUID = 1L;

    /** Why a group was undone, and so what is to be done about it. */
    public enum Reason {
        /** Another node wrote the same rows at the same time: the same group may succeed. */
        CONFLICT,
        /** The engine refused a row, of whatever piece of work: the others may succeed without it. */
        ROW,
        /** The connection broke, and it may have been this one only: the same group may succeed on another. */
        CONNECTION,
        /** The engine cannot be reached, or takes no writes: nor would it take the next group. */
        UNREACHABLE
    }

    private final Reason reason;

    /** Creates the failure of a group; {@code cause} says more than {@code reason}. */
    public GroupUndoneException(Reason reason, Throwable cause) {
        super("The group was undone: " + cause.getMessage(), cause);
        this.reason = reason;
    }

    /** Returns why. */
    public Reason reason() {
        return reason;
    }
}
