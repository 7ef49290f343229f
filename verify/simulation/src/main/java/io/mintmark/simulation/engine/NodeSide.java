package io.mintmark.simulation.engine;

import io.mintmark.document.NodeTag;
import io.mintmark.storage.postgresql.claim.Claim;
import java.time.Instant;

/** A node's process as its engine meets it. */
public interface NodeSide {
    /** Returns the tag that it writes under. */
    NodeTag tag();

    /** Returns its claim of the tag; one of epoch 0 where nobody claims. */
    Claim claim();

    /** Returns what its wall clock shows. */
    Instant wallClock();

    /** Returns what its monotonic clock shows. */
    long ticks();

    /** Returns whether it can ask the engine and hear the answer now. */
    boolean reachesEngine();

    /** Returns whether the answer to a COMMIT that is sent now gets lost. */
    boolean losesAnswer();

    /** Returns whether the wire between it and its engine is silent. */
    boolean isCutOff();

    /** Rows were read for a group, and are set next. */
    void beforeSet();

    /** Returns whether it stands still. */
    boolean isPaused();

    /** Returns whether the process is no more. */
    boolean isGone();

    /** Returns how many heartbeats of its own it knows to be acknowledged. */
    long beats();
}
