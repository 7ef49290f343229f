package io.mintmark.storage.sqlite;

import io.mintmark.storage.Storage;
import io.mintmark.storage.StorageFailedException;
import io.mintmark.storage.evaluation.FormerEnds;
import io.mintmark.storage.lifecycle.MovedDatabase;
import io.mintmark.storage.lifecycle.Progress;
import io.mintmark.storage.sql.ConnectionUse;
import io.mintmark.storage.sql.Statements;
import io.mintmark.storage.sqlite.directory.ExpectedFile;
import io.mintmark.storage.sqlite.file.ConnectionOpener;
import io.mintmark.storage.sqlite.file.DataFiles;
import io.mintmark.storage.sqlite.file.LogKeeper;
import io.mintmark.storage.sqlite.file.Pragmas;
import io.mintmark.storage.sqlite.file.Schema;
import io.mintmark.storage.sqlite.file.Sql;
import io.mintmark.storage.sqlite.file.StateRow;
import io.mintmark.storage.sqlite.file.StoredFiles;
import io.mintmark.storage.sqlite.file.StoredLog;
import io.mintmark.storage.sqlite.write.DatabaseLayout;
import io.mintmark.storage.sqlite.write.GrowthReading;
import io.mintmark.storage.sqlite.write.HighestEnds;
import io.mintmark.storage.write.Growth;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The file of one database: made, opened with everything that works on it, raised, or erased. */
public final class DatabaseFile {
    private static final Logger LOG = LoggerFactory.getLogger(DatabaseFile.class);

    private final Path path;
    private final String name;
    private final StoredFiles files;

    /** Files are named by number: what users call a database never becomes a path. */
    public DatabaseFile(Path directory, long number, String name) {
        this(directory.resolve(DataFiles.name(number)), name);
    }

    /** The file at {@code path}, whatever it is called. */
    public DatabaseFile(Path path, String name) {
        this.path = path;
        this.name = name;
        this.files = new StoredFiles(path, name);
    }

    /** Returns whether any file of that number is there. */
    boolean exists() {
        return files.exist();
    }

    /** Makes a file that is not there yet, of an empty database whose numbers begin above {@code firstMax}. */
    public void create(ConnectionOpener opener, String databaseId, long firstMax) {
        DataFiles.createUnlessThere(path);
        try (Connection connection = opener.open(url())) {
            Pragmas.prepareWriter(connection);
            DatabaseLayout.SCHEMA.bringUpToDate(connection);
            Sql.inTransaction(
                    connection, () -> StateRow.fresh(databaseId, firstMax).insert(connection));
            StoredLog.requireInUse(path);
        } catch (SQLException e) {
            throw failed("made", e);
        }
    }

    /**
     * Opens the database.
     *
     * @param expected what the catalog knows of it
     */
    Storage open(DatabaseOpening.Context context, ExpectedFile expected) {
        return opened(expected, opening -> opening.open(context));
    }

    /** Raises everything in the file, which nobody has open, by {@code by}; see {@code Raise.restored}. */
    StateRow raise(ConnectionOpener opener, ExpectedFile expected, long by, Progress progress) {
        return opened(expected, opening -> opening.raise(opener, by, progress));
    }

    private interface Use<T> {
        T of(DatabaseOpening opening) throws SQLException;
    }

    private <T> T opened(ExpectedFile expected, Use<T> use) {
        if (!Files.exists(path)) {
            throw new StorageFailedException("The file of the database " + name + " is missing: " + path
                    + ". Put it back, from a backup with `mintmark raise`, or delete the database.");
        }
        try {
            return use.of(new DatabaseOpening(path, name, expected));
        } catch (SQLException e) {
            throw failed("opened", e);
        }
    }

    private StorageFailedException failed(String verb, SQLException e) {
        return new StorageFailedException(
                "The database " + name + " cannot be " + verb + " (" + e.getMessage() + "): look at " + path + ".", e);
    }

    private String url() {
        return "jdbc:sqlite:" + path;
    }

    /** Returns what the database is moved by, from a file that nobody has open. */
    MovedDatabase moved(long number, String key, byte[] record) {
        try (Connection connection = LogKeeper.readOnly(path)) {
            StateRow state = StateRow.read(connection);
            return new MovedDatabase(
                    number, key, name, record, state.databaseId(), state.incarnation(), state.firstMax(), state.etag());
        } catch (SQLException e) {
            throw failed("read", e);
        }
    }

    /** Returns how far the counters came, from a file that nobody has open; of one that cannot be read, the worst. */
    FormerEnds formerEnds() {
        if (!Files.exists(path)) {
            return FormerEnds.UNKNOWN;
        }
        try (Connection connection = LogKeeper.readOnly(path)) {
            return HighestEnds.read(connection);
        } catch (SQLException | RuntimeException e) {
            LOG.warn(
                    "How far the counters of the deleted database {} came cannot be read ({}): a database of that name"
                            + " will take no returns without a token.",
                    name,
                    e.getMessage());
            return FormerEnds.UNKNOWN;
        }
    }

    /** Returns how fast the numbers grew, from a file that nobody has open; empty if nobody knows. */
    Optional<Growth> growth() {
        return known("how fast its numbers grew", GrowthReading::read);
    }

    /**
     * Returns the state in a file that nobody has open, if its incarnation is below {@code incarnation}; empty also if
     * nobody knows.
     */
    Optional<StateRow> stateBefore(long incarnation) {
        return known("its state", connection -> Optional.of(StateRow.read(connection)))
                .filter(state -> state.incarnation() < incarnation);
    }

    private <T> Optional<T> known(String fact, ConnectionUse<Optional<T>> reading) {
        if (!Files.exists(path)) {
            return Optional.empty();
        }
        try (Connection connection = LogKeeper.readOnly(path)) {
            return reading.on(connection);
        } catch (SQLException | RuntimeException e) {
            LOG.debug("{} cannot be read from the file of {}", fact, name, e);
            return Optional.empty();
        }
    }

    /** Returns whether the file holds a database that nothing was ever written to. */
    boolean isUnused() {
        if (!Files.exists(path)) {
            return true;
        }
        try {
            rollBackJournal();
            try (Connection connection = LogKeeper.readOnly(path)) {
                return isUnused(connection);
            }
        } catch (SQLException e) {
            throw failed("read", e);
        }
    }

    /** A file that is being made has a journal at first, which no connection can roll back that may only read. */
    private void rollBackJournal() throws SQLException {
        if (files.hasJournal()) {
            try (Connection connection = ConnectionOpener.DRIVER.open(url())) {
                int ignored = Schema.version(connection);
            }
        }
    }

    /** The state is what is written last when a file is made. */
    private static boolean isUnused(Connection connection) throws SQLException {
        if (Schema.version(connection) == 0
                || Statements.number(connection, "SELECT 1 FROM state").isEmpty()) {
            return true;
        }
        if (Schema.version(connection) < 2) {
            return false;
        }
        return StateRow.read(connection).isUnused();
    }

    /** Erases all files, for good when it returns. */
    void erase() {
        files.erase();
    }

    long sizeBytes() {
        return files.sizeBytes();
    }
}
