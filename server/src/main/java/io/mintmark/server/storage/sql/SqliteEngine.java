package io.mintmark.server.storage.sql;

import io.mintmark.server.storage.DatabaseEntry;
import io.mintmark.server.storage.Setting;
import io.mintmark.server.storage.Storage;
import io.mintmark.server.storage.StorageEngine;
import io.mintmark.server.storage.StorageFailedException;
import java.io.IOException;
import java.nio.file.Files;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
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

    private final SqliteSettings settings;
    private final ConnectionOpener opener;
    private final RandomBytes random;
    private final DirectoryLock lock;
    private final Catalog catalog;

    private SqliteEngine(SqliteSettings settings, ConnectionOpener opener, RandomBytes random) {
        this.settings = settings;
        this.opener = opener;
        this.random = random;
        createDirectory();
        this.lock = DirectoryLock.take(settings.directory());
        this.catalog = openCatalog();
    }

    /**
     * Opens the directory, and creates it if it is missing.
     *
     * @throws StorageFailedException if it is in use, cannot be written, or was written by a newer version
     */
    public static SqliteEngine open(SqliteSettings settings) {
        return open(settings, ConnectionOpener.DRIVER, RandomBytes.secure());
    }

    /** Loads the driver and its native library, which takes a while the first time. */
    public static void loadDriver() {
        try (Connection connection = ConnectionOpener.DRIVER.open("jdbc:sqlite::memory:")) {
            String version = connection.getMetaData().getDatabaseProductVersion();
            LOG.debug("SQLite {}", version);
        } catch (SQLException e) {
            throw new StorageFailedException(
                    "SQLite cannot be loaded (" + e.getMessage()
                            + "): its native library must be able to run on this system.",
                    e);
        }
    }

    static SqliteEngine open(SqliteSettings settings, ConnectionOpener opener, RandomBytes random) {
        return new SqliteEngine(settings, opener, random);
    }

    private void createDirectory() {
        try {
            Files.createDirectories(settings.directory());
        } catch (IOException e) {
            throw new StorageFailedException(
                    "The data directory " + settings.directory() + " cannot be created (" + e.getMessage()
                            + "): choose one that can be written with --data.",
                    e);
        }
    }

    private Catalog openCatalog() {
        try {
            return new Catalog(opener, "jdbc:sqlite:" + settings.directory().resolve("catalog.sqlite"));
        } catch (RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    @Override
    public List<DatabaseEntry> databases() {
        return catalog.entries();
    }

    @Override
    public Optional<DatabaseEntry> database(String name) {
        return catalog.entry(name);
    }

    @Override
    public Optional<byte[]> record(DatabaseEntry entry) {
        return catalog.record(entry.number());
    }

    @Override
    public DatabaseEntry create(String name, byte[] record) {
        return catalog.add(name, record);
    }

    @Override
    public boolean delete(String name, Removal removal) {
        Optional<DatabaseEntry> entry = catalog.entry(name);
        entry.ifPresent(found -> {
            catalog.remove(found.number());
            if (removal == Removal.ERASE) {
                file(found).erase();
            }
        });
        return entry.isPresent();
    }

    @Override
    public Storage open(DatabaseEntry entry) {
        return file(entry).open(settings, opener, random);
    }

    @Override
    public Optional<Setting> setting(String name) {
        return catalog.setting(name);
    }

    @Override
    public Setting putSetting(String name, byte[] value) {
        return catalog.putSetting(name, value);
    }

    @Override
    public long sizeBytes() {
        return databases().stream().mapToLong(entry -> file(entry).sizeBytes()).sum();
    }

    private DatabaseFile file(DatabaseEntry entry) {
        return new DatabaseFile(settings.directory(), entry.number(), entry.name());
    }

    @Override
    public void close() {
        catalog.close();
        lock.close();
    }
}
