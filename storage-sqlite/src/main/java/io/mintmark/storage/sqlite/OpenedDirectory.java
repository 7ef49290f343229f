package io.mintmark.storage.sqlite;

import io.mintmark.internal.FailureText;
import io.mintmark.storage.StorageFailedException;
import io.mintmark.storage.sqlite.directory.CatalogFile;
import io.mintmark.storage.sqlite.directory.SqliteCatalog;
import io.mintmark.storage.sqlite.directory.Witness;
import io.mintmark.storage.sqlite.file.ConnectionOpener;
import io.mintmark.storage.sqlite.file.DataFiles;
import io.mintmark.storage.sqlite.file.DirectoryLock;
import io.mintmark.storage.sqlite.file.RestoredMark;
import io.mintmark.storage.sqlite.file.SqliteVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A directory that is this process's own, in which nothing is half done any more.
 *
 * @param lock what keeps other processes out
 * @param catalog the list of its databases
 * @param witness what remembers, elsewhere, how far its numbers came; null where nobody is to
 */
record OpenedDirectory(
        DirectoryLock lock, SqliteCatalog catalog, @Nullable Witness witness) {
    private static final Logger LOG = LoggerFactory.getLogger(OpenedDirectory.class);

    /**
     * Takes the directory, and creates it if it is missing; a failure leaves it to others.
     *
     * @param id of the store, where it has none yet
     * @param restored whether its files were put back, so that a catalog whose log was lost is no obstacle
     */
    static OpenedDirectory open(SqliteSettings settings, ConnectionOpener opener, String id, boolean restored) {
        create(settings.directory());
        DirectoryLock lock = DirectoryLock.take(settings.directory());
        try {
            SqliteCatalog catalog = catalog(settings.directory(), opener, id, restored);
            try {
                return new OpenedDirectory(lock, catalog, witness(settings, catalog));
            } catch (RuntimeException | Error e) {
                catalog.close();
                throw e;
            }
        } catch (RuntimeException | Error e) {
            lock.close();
            throw e;
        }
    }

    private static void create(Path directory) {
        boolean fresh = !Files.exists(directory.resolve(DataFiles.CATALOG));
        try {
            DataFiles.createDirectory(directory);
        } catch (IOException e) {
            throw new StorageFailedException(
                    "The data directory " + directory + " cannot be created (" + FailureText.of(e)
                            + "): choose one that can be written with --data.",
                    e);
        }
        if (fresh) {
            LOG.info(
                    "The data directory {} has no databases yet. If it should have some, stop the server, and mount its disk or"
                            + " correct --data.",
                    directory);
        }
    }

    private static SqliteCatalog catalog(Path directory, ConnectionOpener opener, String id, boolean restored) {
        requireMark(directory, restored);
        SqliteVersion.require(opener);
        SqliteCatalog opened = CatalogFile.open(directory, opener, id, restored);
        try {
            new DirectoryRecovery(opened, directory).run();
            return opened;
        } catch (RuntimeException | Error e) {
            opened.close();
            throw e;
        }
    }

    private static void requireMark(Path directory, boolean restored) {
        Optional<RestoredMark> mark = RestoredMark.of(directory);
        if (restored) {
            mark.ifPresent(found -> found.requireRaisable(directory));
        } else {
            mark.ifPresent(found -> found.refuse(directory));
        }
    }

    private static @Nullable Witness witness(SqliteSettings settings, SqliteCatalog catalog) {
        Path file = settings.witness();
        if (file == null) {
            return null;
        }
        Witness witness = Witness.open(file, settings.directory());
        try {
            witness.watch(catalog);
            return witness;
        } catch (RuntimeException | Error e) {
            witness.close();
            throw e;
        }
    }
}
