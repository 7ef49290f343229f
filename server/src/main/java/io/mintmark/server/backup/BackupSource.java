package io.mintmark.server.backup;

import io.mintmark.storage.CatalogImage;
import io.mintmark.storage.DatabaseEntry;
import io.mintmark.storage.Image;
import io.mintmark.storage.Slice;
import io.mintmark.storage.StorageEngine;
import io.mintmark.storage.StorageFailedException;
import java.util.List;
import java.util.Optional;

/** What is backed up: the databases of a server that runs, or those in the directory of one that does not. */
public interface BackupSource {
    /**
     * Refuses where there is nothing to back up in this way.
     *
     * @throws StorageFailedException if the engine copies its data by tools of its own
     */
    default void require() {
        if (!isCopied()) {
            throw StorageEngine.copiedByItsOwnTools();
        }
    }

    /** Returns whether there is something to back up in this way at all. */
    default boolean isCopied() {
        return true;
    }

    /** Returns the tag of the node. */
    String node();

    /** Returns databases by the key form of their names. */
    List<DatabaseEntry> databases(Slice slice);

    /** Returns whether there still is that database. */
    boolean has(DatabaseEntry entry);

    /**
     * Returns the data of a database at this moment.
     *
     * @throws StorageFailedException or another of its family, if it cannot be opened, or was deleted
     */
    Image image(DatabaseEntry entry);

    /** Returns the list of databases at this moment. */
    CatalogImage catalog();

    /** Returns the file of the access list, if access control is set up. */
    Optional<byte[]> access();

    /** Returns about how many bytes all of it has. */
    long sizeBytes();
}
