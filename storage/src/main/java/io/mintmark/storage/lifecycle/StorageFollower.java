package io.mintmark.storage.lifecycle;

import io.mintmark.storage.Storage;

/**
 * Works with a storage on threads of its own while that is open, such as the indexes of a database.
 *
 * <p>It is given the storage itself, not the one that opens on demand: what it does keeps nothing open.
 */
public interface StorageFollower {
    /** Follows nothing. */
    StorageFollower NOBODY = new StorageFollower() {};

    /** Begins to use a storage that was just opened. It must not wait for anything but that. */
    default void opened(Storage storage) {}

    /** Returns whether it has something to do, so that the storage should not be closed for idleness. */
    default boolean isBusy() {
        return false;
    }

    /** Ends its use of the storage; returns once it uses that no more. */
    default void closing() {}
}
