package io.mintmark.storage.evaluation;

import io.mintmark.MintmarkException;

/** An engine's own failure, which is its cause. The fate of the group under way is unknown, so the writer closes. */
public final class EngineException extends MintmarkException {
    private static final long serialVersionUID = 1L;

    private final boolean ownerLost;
    private final boolean deleted;

    /**
     * Creates the failure of a group.
     *
     * @param cause the engine's exception; its message is not read here, for the lack of memory that it may tell of
     * @param ownerLost whether it says that another server owns the database now
     */
    public EngineException(Exception cause, boolean ownerLost) {
        this(cause, ownerLost, false);
    }

    private EngineException(Exception cause, boolean ownerLost, boolean deleted) {
        super("The engine failed.", cause);
        this.ownerLost = ownerLost;
        this.deleted = deleted;
    }

    /** Returns what ends the writer of a database that another server deleted. */
    public static EngineException ofDeleted(Exception cause) {
        return new EngineException(cause, true, true);
    }

    /** Returns whether the database is lost because it was deleted, which is nobody's mistake. */
    public boolean isDeleted() {
        return deleted;
    }

    /** Returns whether another server owns the database now, so that this one may not even read it. */
    public boolean isOwnerLost() {
        return ownerLost;
    }
}
