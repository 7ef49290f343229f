package io.mintmark.storage.engine;

import io.mintmark.support.SharedText;

/** The access list in a store that a command entered. Used by one thread. */
public interface VisitedAccess extends AutoCloseable {
    /** Returns the list that all nodes obey. */
    SharedText accessList();

    /** Leaves the store. */
    @Override
    void close();
}
