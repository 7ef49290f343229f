package io.mintmark.server.storage.evaluation;

import io.mintmark.MintmarkException;

/** An engine's own failure, which is its cause. The fate of the group under way is unknown, so the writer closes. */
public final class EngineException extends MintmarkException {
    private static final long serialVersionUID = 1L;

    private final boolean ownerLost;

    /**
     * Creates the failure of a group.
     *
     * @param cause the engine's exception; its message is not read here, for the lack of memory that it may tell of
     * @param ownerLost whether it says that another server owns the database now
     */
    public EngineException(Exception cause, boolean ownerLost) {
        super("The engine failed.", cause);
        this.ownerLost = ownerLost;
    }

    /** Returns whether another server owns the database now, so that this one may not even read it. */
    public boolean isOwnerLost() {
        return ownerLost;
    }
}
