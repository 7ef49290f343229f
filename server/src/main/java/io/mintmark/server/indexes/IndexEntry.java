package io.mintmark.server.indexes;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.mintmark.document.KeyForm;
import org.jspecify.annotations.Nullable;

/**
 * One index of a database, as its list keeps it.
 *
 * @param number names its rows; drawn once, so that rows of an index that is gone mean no other
 * @param name its name
 * @param given its definition, as it was put
 * @param version what stands in the ids of its outputs, or null for nothing
 * @param phase where it is in its life
 */
public record IndexEntry(
        long number,
        String name,
        ObjectNode given,
        @Nullable Long version,
        Phase phase) {
    /** Where an index is in its life. */
    public enum Phase {
        /** It is the index of its name. */
        LIVE,
        /** It catches up beside the one of its name, which it replaces then. */
        REPLACING,
        /** Everything that it wrote is being removed; then it begins anew. */
        RESETTING,
        /** Everything that it wrote is being removed; then it is gone. */
        LEAVING
    }

    /** Returns the same index in another phase. */
    IndexEntry in(Phase next) {
        return new IndexEntry(number, name, given, version, next);
    }

    /** Returns whether it has that name; names compare without case. */
    boolean isCalled(String other) {
        return KeyForm.of(name).equals(KeyForm.of(other));
    }

    /** Returns whether its rows and outputs are to be removed. */
    public boolean isBeingCleared() {
        return phase == Phase.RESETTING || phase == Phase.LEAVING;
    }
}
