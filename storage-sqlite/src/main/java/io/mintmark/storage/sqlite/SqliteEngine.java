package io.mintmark.storage.sqlite;

import io.mintmark.RandomBytes;
import io.mintmark.storage.CatalogImage;
import io.mintmark.storage.ChangeListener;
import io.mintmark.storage.DatabaseEntry;
import io.mintmark.storage.RandomName;
import io.mintmark.storage.Setting;
import io.mintmark.storage.Slice;
import io.mintmark.storage.Storage;
import io.mintmark.storage.StorageEngine;
import io.mintmark.storage.StorageFailedException;
import io.mintmark.storage.StoreClass;
import io.mintmark.storage.engine.RestoredStore.Raised;
import io.mintmark.storage.lifecycle.MovedDatabase;
import io.mintmark.storage.lifecycle.MovedMark;
import io.mintmark.storage.lifecycle.Progress;
import io.mintmark.storage.sqlite.directory.CatalogRows;
import io.mintmark.storage.sqlite.directory.SqliteCatalog;
import io.mintmark.storage.sqlite.directory.Witness;
import io.mintmark.storage.sqlite.file.ConnectionOpener;
import io.mintmark.storage.sqlite.file.Damage;
import io.mintmark.storage.sqlite.file.DataFiles;
import io.mintmark.storage.sqlite.file.DirectoryLock;
import io.mintmark.storage.sqlite.file.FileImages;
import io.mintmark.storage.sqlite.file.FrozenFile;
import io.mintmark.storage.sqlite.file.RestoredMark;
import io.mintmark.storage.sqlite.file.StateRow;
import io.mintmark.storage.sqlite.write.CounterMemory;
import io.mintmark.storage.write.Growth;
import io.mintmark.storage.write.LeastRaise;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Databases as SQLite files in one directory, which this process owns while the engine is open.
 *
 * <p>The directory holds {@code lock}, {@code catalog.sqlite} and one {@code database-N.sqlite} a database, each
 * readable with the ordinary {@code sqlite3} tool. Safe for any number of threads.
 */
public final class SqliteEngine implements StorageEngine {
    private static final Logger LOG = LoggerFactory.getLogger(SqliteEngine.class);

    private static final int PAGE = 1_000;

    private final SqliteSettings settings;
    private final ConnectionOpener opener;
    private final RandomBytes random;
    private final DirectoryLock lock;
    private final SqliteCatalog catalog;
    private final DeletedDatabases deleted;
    private final FileImages catalogImages;
    private final @Nullable Witness witness;
    private final CounterMemory memory = CounterMemory.ofHeap();

    private SqliteEngine(SqliteSettings settings, ConnectionOpener opener, RandomBytes random, boolean restored) {
        this.settings = settings;
        this.opener = opener;
        this.random = random;
        OpenedDirectory opened = OpenedDirectory.open(settings, opener, RandomName.of(random), restored);
        this.lock = opened.lock();
        this.catalog = opened.catalog();
        this.deleted = new DeletedDatabases(settings.directory(), catalog);
        this.witness = opened.witness();
        this.catalogImages = new FileImages(
                "the catalog of databases",
                settings.directory().resolve(DataFiles.CATALOG),
                opener,
                FrozenFile.Builder::freeze);
    }

    /**
     * Opens the directory, and creates it if it is missing.
     *
     * @throws StorageFailedException if it is in use, cannot be written, or was written by a newer version
     */
    public static SqliteEngine open(SqliteSettings settings) {
        MovedMark.require(settings.directory());
        return open(settings, ConnectionOpener.DRIVER, RandomBytes.secure());
    }

    /** Loads the driver and its native library, which takes a while the first time. */
    public static void loadDriver() {
        try (Connection connection = ConnectionOpener.DRIVER.open("jdbc:sqlite::memory:")) {
            String version = connection.getMetaData().getDatabaseProductVersion();
            LOG.debug("SQLite {}", version);
        } catch (SQLException e) {
            throw new StorageFailedException("SQLite cannot be loaded (" + e.getMessage() + ").", e);
        }
    }

    static SqliteEngine open(SqliteSettings settings, ConnectionOpener opener, RandomBytes random) {
        return new SqliteEngine(settings, opener, random, false);
    }

    /**
     * Opens a directory whose files were put back, to {@link #raise} its databases: a catalog whose log was lost is no
     * obstacle, since no number is drawn from it.
     */
    public static SqliteEngine openRestored(SqliteSettings settings) {
        MovedMark.require(settings.directory());
        return new SqliteEngine(settings, ConnectionOpener.DRIVER, RandomBytes.secure(), true);
    }

    /** Opens a directory whose databases move, or did. */
    static SqliteEngine openToMove(SqliteSettings settings) {
        return open(settings, ConnectionOpener.DRIVER, RandomBytes.secure());
    }

    /** Returns whether a directory is one of this engine's. */
    public static boolean isIn(Path directory) {
        return Files.exists(directory.resolve(DataFiles.CATALOG));
    }

    @Override
    public List<DatabaseEntry> databases(Slice slice) {
        return catalog.entries(slice);
    }

    @Override
    public Optional<DatabaseEntry> database(String name) {
        return catalog.entry(name);
    }

    @Override
    public Optional<byte[]> record(DatabaseEntry entry) {
        return catalog.row(entry.number()).map(CatalogRows.Entry::record);
    }

    @Override
    public DatabaseEntry create(String name, byte[] record) {
        String databaseId = RandomName.of(random);
        DatabaseEntry entry = catalog.add(
                name, record, databaseId, number -> file(number, name).exists());
        DatabaseFile file = file(entry.number(), name);
        try {
            file.create(opener, databaseId, catalog.life().firstMax());
        } catch (RuntimeException | Error e) {
            undo(entry, file, e);
            throw e;
        }
        // If this fails, the catalog may have it all the same: then the file must be there, else it goes at the next
        // start.
        catalog.made(entry);
        return entry;
    }

    /** What cannot be undone now is undone when the directory is opened again. */
    private void undo(DatabaseEntry entry, DatabaseFile file, Throwable why) {
        try {
            file.erase();
            catalog.neverMade(entry);
        } catch (RuntimeException e) {
            why.addSuppressed(e);
        }
    }

    @Override
    public boolean delete(String name, Removal removal) {
        return deleted.delete(name, removal);
    }

    @Override
    public Optional<String> fileOf(DatabaseEntry entry) {
        return Optional.of(DataFiles.name(entry.number()));
    }

    /** Returns the databases that were deleted here. */
    DeletedDatabases deleted() {
        return deleted;
    }

    @Override
    public Storage open(DatabaseEntry entry, ChangeListener listener) {
        return file(entry.number(), entry.name())
                .open(
                        new DatabaseOpening.Context(
                                settings,
                                opener,
                                random,
                                catalog.removed().earlierLives(entry.name()),
                                witness,
                                memory,
                                listener),
                        catalog.expected(entry));
    }

    /** Returns how fast the numbers of a database that nobody has open grew; empty if nobody knows. */
    public Optional<Growth> growth(DatabaseEntry entry) {
        return file(entry.number(), entry.name()).growth();
    }

    /**
     * Returns by how much a database that nobody has open was raised since its file was copied, as far as the catalog
     * knows: a file that was put back alone lies beside a catalog that has seen it raised.
     */
    long raisedSince(DatabaseEntry entry) {
        return file(entry.number(), entry.name())
                .stateBefore(catalog.expected(entry).incarnation())
                .map(older -> catalog.life().firstMax() - older.firstMax())
                .orElse(0L);
    }

    /**
     * Raises what belongs to no database, after the directory was put back: databases that are created from now on
     * begin {@code by} higher, since one of the same name may have been there after the copy was made, and so do
     * settings. Durable when it returns.
     *
     * @param by as {@link #raise} has it
     */
    public void raiseWhatIsShared(long by) {
        LeastRaise.require(by);
        catalog.raise(by);
        RestoredMark.of(settings.directory())
                .ifPresent(mark -> mark.without(RestoredMark.SHARED, settings.directory()));
    }

    /**
     * Raises every number of a database that nobody has open, after a copy of it was put back: counters, identities,
     * etags and lease serials by {@code by}, its incarnation by one. Counters and identities that it does not know
     * begin above {@code by}. Durable when it returns.
     *
     * @param by at least as many numbers as any counter, identity or etag moved since the copy was made, 1 to 2^53-1
     * @param progress hears how many counters and identities were raised, now and then
     * @return what it stands at now
     */
    public Raised raise(DatabaseEntry entry, long by, Progress progress) {
        LeastRaise.require(by);
        StateRow raised = file(entry.number(), entry.name()).raise(opener, catalog.expected(entry), by, progress);
        RestoredMark.of(settings.directory()).ifPresent(mark -> mark.without(entry.number(), settings.directory()));
        return new Raised(entry.name(), raised.counters(), raised.identities(), raised.incarnation());
    }

    /**
     * Returns what a database is moved by, after it was opened once, so that what a crash left is mended and its
     * numbers were checked. Nobody may have it open.
     */
    MovedDatabase moved(DatabaseEntry entry) {
        try (Storage opened = open(entry)) {
            LOG.debug("{} is sound, with life {}", entry.name(), opened.life());
        }
        CatalogRows.Entry row = catalog.row(entry.number()).orElseThrow(() -> Damage.ofRow(entry.name()));
        return file(entry.number(), entry.name()).moved(entry.number(), row.key(), row.record());
    }

    /** Returns where databases begin that are created from now on. */
    long firstMax() {
        return catalog.life().firstMax();
    }

    @Override
    public Optional<Setting> setting(String name) {
        return catalog.settings().find(name);
    }

    @Override
    public Setting putSetting(String name, byte[] value) {
        return catalog.settings().put(name, value);
    }

    @Override
    public StoreClass storeClass() {
        return StoreClass.DURABLE;
    }

    @Override
    public boolean listHasFailed() {
        return catalog.hasFailed();
    }

    /** Counts the files of deleted databases, too, where the catalog is closed: mostly a full disk is why. */
    @Override
    public long sizeBytes() {
        try {
            return listedBytes();
        } catch (StorageFailedException e) {
            LOG.debug("the catalog does not say which databases there are", e);
            return DataFiles.numbers(settings.directory()).stream()
                    .mapToLong(number -> file(number, "").sizeBytes())
                    .sum();
        }
    }

    private long listedBytes() {
        long size = 0;
        Slice slice = Slice.ALL;
        List<DatabaseEntry> page;
        do {
            page = databases(slice.atMost(PAGE));
            for (DatabaseEntry entry : page) {
                size += file(entry.number(), entry.name()).sizeBytes();
            }
            slice = page.isEmpty()
                    ? slice
                    : slice.continuedAfter(page.get(page.size() - 1).name(), 0);
        } while (page.size() == PAGE);
        return size;
    }

    /** Empty also where the system does not say it. */
    @Override
    public OptionalLong freeBytes() {
        try {
            return OptionalLong.of(Files.getFileStore(settings.directory()).getUsableSpace());
        } catch (IOException e) {
            LOG.debug("the space left for {} is not known", settings.directory(), e);
            return OptionalLong.empty();
        }
    }

    @Override
    public Optional<Boolean> witnessWritten() {
        return Optional.ofNullable(witness).map(Witness::isWritten);
    }

    private DatabaseFile file(long number, String name) {
        return new DatabaseFile(settings.directory(), number, name);
    }

    @Override
    public CatalogImage catalogImage(long logBytesMax) {
        return new SqliteCatalogImage(catalogImages.freeze(logBytesMax));
    }

    @Override
    public void close() {
        catalogImages.end();
        try (lock;
                catalogImages;
                catalog) {
            if (witness != null) {
                witness.close();
            }
        }
    }
}
