package io.mintmark.storage.sqlite;

import io.mintmark.storage.StorageFailedException;
import io.mintmark.storage.sqlite.directory.CatalogRows;
import io.mintmark.storage.sqlite.directory.RemovedDatabases;
import io.mintmark.storage.sqlite.directory.SqliteCatalog;
import io.mintmark.storage.sqlite.file.Damage;
import io.mintmark.storage.sqlite.file.DataFiles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What an opened directory still owes: creations and deletions that a crash cut off, and files that nobody knows.
 *
 * <p>Nothing that was ever written to is erased here, but what somebody asked to erase.
 */
final class DirectoryRecovery {
    private static final Logger LOG = LoggerFactory.getLogger(DirectoryRecovery.class);

    private final SqliteCatalog catalog;
    private final Path directory;

    DirectoryRecovery(SqliteCatalog catalog, Path directory) {
        this.catalog = catalog;
        this.directory = directory;
    }

    void run() {
        for (RemovedDatabases.Removed removed : catalog.removed().all()) {
            if (removed.erase()) {
                requireGone(removed);
                file(removed.entry().number(), removed.entry().name()).erase();
                catalog.removed().erased(removed.entry().number());
            }
        }
        List<CatalogRows.Entry> unmade = new ArrayList<>();
        catalog.forEachRow(entry -> {
            if (!entry.made()) {
                unmade.add(entry);
            }
        });
        unmade.forEach(this::undo);
        requireKnown();
    }

    /** What is about to be erased must not be in use. */
    private void requireGone(RemovedDatabases.Removed removed) {
        if (catalog.row(removed.entry().number()).isPresent()) {
            throw Damage.ofRow("the deleted database " + removed.entry().name());
        }
    }

    /** Nobody was told of this database, so it is gone, unless its file says that it was used. */
    private void undo(CatalogRows.Entry entry) {
        DatabaseFile file = file(entry.number(), entry.name());
        if (!file.isUnused()) {
            throw new StorageFailedException("The catalog says that the database " + entry.name()
                    + " was never made, but its file was written to: the catalog is an older copy than "
                    + directory.resolve(DataFiles.name(entry.number()))
                    + ". Put both back from one backup, then run `mintmark raise`.");
        }
        file.erase();
        catalog.neverMade(entry.shown());
    }

    private DatabaseFile file(long number, String name) {
        return new DatabaseFile(directory, number, name);
    }

    private void requireKnown() {
        Set<Long> unknown = DataFiles.numbers(directory);
        catalog.forEachRow(entry -> unknown.remove(entry.number()));
        catalog.removed()
                .all()
                .forEach(removed -> unknown.remove(removed.entry().number()));
        if (!unknown.isEmpty()) {
            long first = unknown.iterator().next();
            throw new StorageFailedException(
                    "The file " + directory.resolve(DataFiles.name(first))
                            + " belongs to no database that the catalog knows: the catalog is an older copy, or the file is from"
                            + " elsewhere. Put all files back from one backup and run `mintmark raise`, or move the file away.");
        }
        catalog.forEachRow(this::tellIfMissing);
    }

    private void tellIfMissing(CatalogRows.Entry entry) {
        if (!file(entry.number(), entry.name()).exists()) {
            LOG.error(
                    "The file of the database {} is missing: {}. Put it back, from a backup with `mintmark raise`, or"
                            + " delete the database.",
                    entry.name(),
                    directory.resolve(DataFiles.name(entry.number())));
        }
    }
}
