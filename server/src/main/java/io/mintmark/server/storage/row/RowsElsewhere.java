package io.mintmark.server.storage.row;

import org.jspecify.annotations.Nullable;

/** The rows that no work can announce and few ask for: read one by one. */
public interface RowsElsewhere {
    /** Returns the name of a collection that is stored. */
    String collectionName(long number);

    /** Returns a lease that is stored and remembered, or null. */
    @Nullable LeaseRow lease(long serial);

    /** Takes note of a document that the group added; returns whether some began to be written, which cannot be undone alone. */
    default boolean added(DocumentRow row) {
        return false;
    }

    /** Returns why a piece of work cannot be undone of which something was written: the group is undone as a whole. */
    default RuntimeException cannotUndo() {
        return new IllegalStateException("nothing is written before the group's end");
    }

    /** Returns at least the highest end that a deleted database of this name ever reserved of that counter. */
    long highestEndBefore(String counterKey);

    /** Returns at least the highest number of that counter that a node reserved ahead in a deleted database of this name. */
    default long reservedAheadBefore(String counterKey) {
        return 0;
    }
}
