package io.mintmark.storage.sqlite;

import io.mintmark.storage.DatabaseEntry;
import io.mintmark.storage.StorageEngine.Removal;
import io.mintmark.storage.engine.StoppedStore.Kept;
import io.mintmark.storage.sqlite.directory.SqliteCatalog;
import io.mintmark.storage.sqlite.file.Damage;
import io.mintmark.storage.sqlite.file.DataFiles;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes databases of one directory, and removes the files of those that were deleted without them. Safe for any
 * number of threads.
 */
final class DeletedDatabases {
    private static final Logger LOG = LoggerFactory.getLogger(DeletedDatabases.class);

    private final Path directory;
    private final SqliteCatalog catalog;

    DeletedDatabases(Path directory, SqliteCatalog catalog) {
        this.directory = directory;
        this.catalog = catalog;
    }

    /** Deletes a database that nobody has open; returns whether there was one. */
    boolean delete(String name, Removal removal) {
        Optional<DatabaseEntry> found = catalog.entry(name);
        found.ifPresent(entry -> delete(entry, removal));
        return found.isPresent();
    }

    private void delete(DatabaseEntry entry, Removal removal) {
        DatabaseFile file = file(entry);
        catalog.removed().add(entry, file.formerEnds(), removal == Removal.ERASE);
        if (removal == Removal.ERASE) {
            file.erase();
            catalog.removed().erased(entry.number());
            return;
        }
        LOG.info(
                "The database {} was deleted without HardDelete, so its files stay: {} and those beside it. Stop the"
                        + " server and run `mintmark clean` to see and remove them.",
                entry.name(),
                DataFiles.name(entry.number()));
    }

    /**
     * Returns deleted databases whose files were kept, by number.
     *
     * @param after the number of the last one that was seen, or 0
     * @param max how many at most
     */
    List<Kept> kept(long after, int max) {
        return catalog.removed().kept(after, max).stream()
                .map(removed -> {
                    DatabaseEntry entry = removed.entry();
                    return new Kept(
                            entry.number(),
                            entry.name(),
                            DataFiles.name(entry.number()),
                            file(entry).sizeBytes());
                })
                .toList();
    }

    /** Removes the files of a deleted database for good; what a crash cuts off, the next start goes on with. */
    void remove(Kept kept) {
        DatabaseEntry entry = new DatabaseEntry(kept.number(), kept.database());
        if (catalog.row(entry.number()).isPresent()) {
            throw Damage.ofRow("the deleted database " + entry.name());
        }
        catalog.removed().keepNoLonger(entry.number());
        file(entry).erase();
        catalog.removed().erased(entry.number());
    }

    private DatabaseFile file(DatabaseEntry entry) {
        return new DatabaseFile(directory, entry.number(), entry.name());
    }
}
