package io.mintmark.server.storage.row;

import org.jspecify.annotations.Nullable;

/** The rows that no work can announce and few ask for: read one by one. */
public interface RowsElsewhere {
    /** Returns the name of a collection that is stored. */
    String collectionName(long number);

    /** Returns a lease that is stored and remembered, or null. */
    @Nullable LeaseRow lease(long serial);

    /** Returns at least the highest end that a deleted database of this name ever reserved of that counter. */
    long highestEndBefore(String counterKey);
}
