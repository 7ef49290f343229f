package io.mintmark.storage.sqlite.directory;

import io.mintmark.document.KeyForm;
import io.mintmark.storage.DatabaseEntry;
import io.mintmark.storage.DatabaseExistsException;
import io.mintmark.storage.Slice;
import io.mintmark.storage.StorageFailedException;
import io.mintmark.storage.sql.ConnectionUse;
import io.mintmark.storage.sql.DatabaseList;
import io.mintmark.storage.sql.Statements;
import io.mintmark.storage.sqlite.file.FencedOut;
import io.mintmark.storage.sqlite.file.LogKeeper;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongPredicate;

/**
 * The file that lists the databases and holds the server's settings. Safe for any number of threads.
 *
 * <p>Rarely used, so one connection to write with and one to read with are enough. A failed write
 * closes both until the directory is opened again.
 */
public final class SqliteCatalog implements AutoCloseable {
    private static final DatabaseList LIST = new DatabaseList("entry WHERE made = 1 AND");

    private final Path path;
    private final CatalogWriter writer;
    private final CatalogReads reads;
    private final CatalogSettings settings;
    private final RemovedDatabases removed;

    /** Works on an open catalog: {@link CatalogFile} opens one. */
    SqliteCatalog(Path path, CatalogWriter writer, CatalogReads reads) {
        this.path = path;
        this.writer = writer;
        this.reads = reads;
        this.settings = new CatalogSettings(writer, reads);
        this.removed = new RemovedDatabases(writer, reads);
    }

    /** Returns databases that were made, by the key form of their names. */
    public List<DatabaseEntry> entries(Slice slice) {
        return read(connection -> LIST.entries(connection, slice));
    }

    /** Returns the database of that name, if it was made; names compare by their key form. */
    public Optional<DatabaseEntry> entry(String name) {
        return read(connection -> LIST.entry(connection, name));
    }

    /**
     * Hands on each row of a database, also of those whose creation was never told; one at a time, since all records
     * together may be larger than memory. {@code action} must not use the catalog.
     */
    public void forEachRow(Consumer<CatalogRows.Entry> action) {
        boolean ignored = read(connection -> {
            Statements.each(connection, row -> action.accept(CatalogRows.Entry.read(row)), CatalogRows.Entry.SELECT);
            return true;
        });
    }

    /** Returns the row of a database; empty if there is no such entry any more. */
    public Optional<CatalogRows.Entry> row(long number) {
        return read(connection -> row(connection, number));
    }

    private static Optional<CatalogRows.Entry> row(Connection connection, long number) throws SQLException {
        return Statements.row(
                connection, CatalogRows.Entry::read, CatalogRows.Entry.SELECT + " WHERE number = ?", number);
    }

    /**
     * Adds a database whose file is to be made next; it is listed once {@link #made} was told.
     *
     * @param databaseId what its file will say
     * @param taken whether a file of that number is there already: such a number is passed over
     */
    public DatabaseEntry add(String name, byte[] record, String databaseId, LongPredicate taken) {
        String key = KeyForm.of(name);
        return writer.writeOnce(1, connection -> {
            if (Statements.one(connection, "SELECT count(*) FROM entry WHERE key = ?", key) > 0) {
                throw new DatabaseExistsException(name);
            }
            long number = 1 + Statements.one(connection, "SELECT coalesce(max(seq), 0) FROM sqlite_sequence");
            while (taken.test(number)) {
                number++;
            }
            new CatalogRows.Entry(number, key, name, record, false, databaseId, 1).insert(connection);
            return new DatabaseEntry(number, name);
        });
    }

    /** Lists a database whose file was made. */
    public void made(DatabaseEntry entry) {
        Object ignored = writer.write(0, connection -> {
            CatalogRows.Entry row = require(connection, entry);
            row.as(true, row.databaseId(), row.incarnation()).update(connection);
            return row;
        });
    }

    /** Forgets a database whose file could not be made. */
    public void neverMade(DatabaseEntry entry) {
        int ignored = writer.write(
                -1,
                connection -> Statements.execute(
                        connection, "DELETE FROM entry WHERE number = ? AND made = 0", entry.number()));
    }

    /** Returns what the file of a database must say. */
    public ExpectedFile expected(DatabaseEntry entry) {
        CatalogRows.Entry row = read(connection -> require(connection, entry));
        return new ExpectedFile(this, entry, row.databaseId(), row.incarnation());
    }

    void recognised(DatabaseEntry entry, String databaseId, long incarnation) {
        Object ignored = writer.write(0, connection -> {
            CatalogRows.Entry row = require(connection, entry);
            row.as(row.made(), databaseId, incarnation).update(connection);
            return row;
        });
    }

    private static CatalogRows.Entry require(Connection connection, DatabaseEntry entry) throws SQLException {
        return row(connection, entry.number())
                .orElseThrow(() -> new StorageFailedException(
                        "The database " + entry.name() + " was deleted: create it anew to use it."));
    }

    /** Returns which catalog it is, and where what is made in it begins. */
    public CatalogLife life() {
        return writer.life();
    }

    /** Returns how many transactions it had that are on stable storage; any thread may ask. */
    public long committed() {
        return writer.committed();
    }

    /**
     * Moves up what belongs to no database by {@code by}, after the directory was put back; durable when it returns.
     */
    public void raise(long by) {
        writer.raise(by);
    }

    /** Returns the databases that were deleted. */
    public RemovedDatabases removed() {
        return removed;
    }

    /** Returns the server's settings. */
    public CatalogSettings settings() {
        return settings;
    }

    /** Returns whether a write to it failed, after which it is closed. */
    public boolean hasFailed() {
        return writer.hasFailed();
    }

    private <T> T read(ConnectionUse<T> reading) {
        return reads.read(reading);
    }

    static StorageFailedException failed(Throwable e) {
        if (FencedOut.is(e)) {
            return new StorageFailedException("The data directory was opened by another server, which owns it now: this"
                    + " one changes it no more. Run one server on a data directory; stop this one.");
        }
        return new StorageFailedException(
                "The catalog of databases failed: " + e.getMessage() + ". Look at the data directory's disk.", e);
    }

    @Override
    public void close() {
        writer.finish();
        try (LogKeeper kept = LogKeeper.of(path, writer.hasFailed())) {
            reads.close();
            writer.close();
        } catch (SQLException e) {
            throw failed(e);
        }
    }
}
