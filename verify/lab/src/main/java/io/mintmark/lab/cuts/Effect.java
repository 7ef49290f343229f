package io.mintmark.lab.cuts;

/**
 * One thing that was asked of the store: between which operations it began and was acknowledged. Not acknowledged for
 * ever if it failed, and then nobody knows what became of it.
 */
final class Effect {
    private static final long NEVER = Long.MAX_VALUE;

    private final long begun;
    private long ended = NEVER;

    /** Begins after so many operations. */
    Effect(long begun) {
        this.begun = begun;
    }

    /** Its success was told after so many operations. */
    void acknowledge(long operations) {
        ended = operations;
    }

    /** Returns whether it must have happened when only the first {@code operations} were done. */
    boolean isAcknowledgedAt(long operations) {
        return ended <= operations;
    }

    /** Returns whether it may have happened by then. */
    boolean hasBegunAt(long operations) {
        return begun < operations;
    }

    /** Returns whether its success was ever told. */
    boolean isAcknowledged() {
        return ended != NEVER;
    }
}
