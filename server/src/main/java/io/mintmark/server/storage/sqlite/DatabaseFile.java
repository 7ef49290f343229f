package io.mintmark.server.storage.sqlite;

import io.mintmark.server.storage.Progress;
import io.mintmark.server.storage.Storage;
import io.mintmark.server.storage.StorageFailedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The file of one database: made, opened with everything that works on it, raised, or erased. */
final class DatabaseFile {
    private static final Logger LOG = LoggerFactory.getLogger(DatabaseFile.class);
    private static final List<String> PARTS = List.of("", "-wal", "-shm", "-journal", StoredLog.DOUBT);

    private final Path path;
    private final String name;

    /** Files are named by number: what users call a database never becomes a path. */
    DatabaseFile(Path directory, long number, String name) {
        this(directory.resolve(DataFiles.name(number)), name);
    }

    /** The file at {@code path}, whatever it is called. */
    DatabaseFile(Path path, String name) {
        this.path = path;
        this.name = name;
    }

    /** Returns whether any file of that number is there. */
    boolean exists() {
        return PARTS.stream().anyMatch(part -> Files.exists(part(part)));
    }

    private Path part(String part) {
        return path.resolveSibling(path.getFileName() + part);
    }

    /** Makes a file that is not there yet, of an empty database. */
    void create(ConnectionOpener opener, String databaseId) {
        DataFiles.createUnlessThere(path);
        try (Connection connection = opener.open(url())) {
            Pragmas.prepareWriter(connection);
            Schema.DATABASE.bringUpToDate(connection);
            Sql.inTransaction(connection, () -> StateRow.fresh(databaseId).insert(connection));
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
    Storage open(Opening.Surroundings surroundings, Expected expected) {
        return opened(expected, opening -> opening.open(surroundings));
    }

    /** Raises everything in the file, which nobody has open, by {@code by}; see {@link Raise#restored}. */
    StateRow raise(ConnectionOpener opener, Expected expected, long by, Progress progress) {
        return opened(expected, opening -> opening.raise(opener, by, progress));
    }

    /** What the catalog knows of a database, and hears from its file. */
    interface Expected {
        /** Returns what the file must say, or an empty text if nobody knows. */
        String databaseId();

        /** Returns what the file's incarnation is not below. */
        long incarnation();

        /** Hears what the file says, if it is more than was known. */
        void found(String databaseId, long incarnation);
    }

    private interface Use<T> {
        T of(Opening opening) throws SQLException;
    }

    private <T> T opened(Expected expected, Use<T> use) {
        if (!Files.exists(path)) {
            throw new StorageFailedException("The file of the database " + name + " is missing: " + path
                    + ". Put it back, from a backup with `mintmark raise`, or delete the database.");
        }
        try {
            return use.of(new Opening(path, name, expected));
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

    /** Returns how far the counters came, from a file that nobody has open; of one that cannot be read, the worst. */
    FormerEnds formerEnds() {
        if (!Files.exists(path)) {
            return FormerEnds.UNKNOWN;
        }
        try (Connection connection = LogKeeper.readOnly(path);
                PreparedStatement highest =
                        connection.prepareStatement(CounterRow.SELECT + " ORDER BY highest_end DESC LIMIT ?")) {
            StateRow state = StateRow.read(connection);
            highest.setInt(1, FormerEnds.LISTED_MAX + 1);
            FormerEnds ends = read(highest);
            return ends.others() == 0 ? new FormerEnds(ends.listed(), state.firstMax()) : ends;
        } catch (SQLException | RuntimeException e) {
            LOG.warn(
                    "How far the counters of the deleted database {} came cannot be read ({}): a database of that name"
                            + " will take no returns without a token.",
                    name,
                    e.getMessage());
            return FormerEnds.UNKNOWN;
        }
    }

    private static FormerEnds read(PreparedStatement highest) throws SQLException {
        CounterRow rows = new CounterRow();
        Map<String, Long> listed = new LinkedHashMap<>();
        try (ResultSet row = highest.executeQuery()) {
            while (row.next()) {
                Counter counter = rows.read(row);
                if (listed.size() == FormerEnds.LISTED_MAX) {
                    return new FormerEnds(listed, counter.highestEnd);
                }
                listed.put(counter.key, counter.highestEnd);
            }
        }
        return new FormerEnds(listed, 0);
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
        if (Files.exists(part("-journal"))) {
            try (Connection connection = ConnectionOpener.DRIVER.open(url())) {
                int ignored = Schema.version(connection);
            }
        }
    }

    /** The state is what is written last when a file is made. */
    private static boolean isUnused(Connection connection) throws SQLException {
        if (Schema.version(connection) == 0
                || Sql.number(connection, "SELECT 1 FROM state").isEmpty()) {
            return true;
        }
        if (Schema.version(connection) < 2) {
            return false;
        }
        StateRow state = StateRow.read(connection);
        return state.etag() == 0 && state.leaseSerial() == 0 && state.counters() == 0 && state.identities() == 0;
    }

    /** Erases all files, for good when it returns: a name that came back after a power cut would belong to nobody. */
    void erase() {
        try {
            for (String part : PARTS) {
                Files.deleteIfExists(part(part));
            }
            DataFiles.sync(Objects.requireNonNull(path.getParent()));
        } catch (IOException e) {
            throw new StorageFailedException("The files of the database " + name + " cannot be erased: " + path, e);
        }
    }

    long sizeBytes() {
        long size = 0;
        for (String part : PARTS) {
            size += part(part).toFile().length();
        }
        return size;
    }
}
