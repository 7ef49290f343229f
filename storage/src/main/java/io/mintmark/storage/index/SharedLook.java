package io.mintmark.storage.index;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How the indexes of a database stood at one moment.
 *
 * @param version of the list
 * @param written up to where documents were written; an index that has read that far is not stale
 * @param elsewhere the same of all nodes but this one
 * @param indexes how each index stands that has rows, by number
 */
public record SharedLook(long version, NodePositions written, NodePositions elsewhere, Map<Long, State> indexes) {
    /** Copies the states. */
    public SharedLook {
        indexes = Map.copyOf(indexes);
    }

    /** Which node computes an index. */
    public enum Holder {
        /** This node. */
        HERE,
        /** Another node that lives. */
        ELSEWHERE,
        /** Nobody, or a node that is gone. */
        NOBODY
    }

    /**
     * How one index stands.
     *
     * @param holder who computes it
     * @param position up to where it has read
     * @param moment when it committed last, by the clock of the node that did; null if it never did
     * @param failure why it does not get on, or null if it does
     */
    public record State(
            Holder holder,
            NodePositions position,
            @Nullable Instant moment,
            @Nullable String failure) {}
}
