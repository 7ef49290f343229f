package io.mintmark.storage.sqlite.file;

import io.mintmark.storage.StorageFailedException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * The settings that make a commit mean "on stable storage": set, read back, and required.
 *
 * <p>SQLite silently ignores a pragma it cannot obey (a file system without shared memory refuses WAL, say), so what
 * was set is no evidence; what is read back is.
 */
public final class Pragmas {
    /** Pages in the log before they are copied into the database; 4,000 pages of 4 KiB keep the log near 16 MB. */
    static final int CHECKPOINT_PAGES = 4_000;

    /** What a log that became long, because a copy was read, shrinks to when it begins anew: 64 MiB. */
    private static final String LOG_BYTES_KEPT = Integer.toString(64 << 20);

    /** How long an operator's own tool may hold the file before the writer gives up. */
    private static final String BUSY_MILLIS = "10000";

    private Pragmas() {}

    /** Prepares a connection that is to write; refuses one that does not obey. */
    public static void prepareWriter(Connection connection) throws SQLException {
        require(connection, "journal_mode", "WAL", "wal");
        require(connection, "synchronous", "FULL", "2");
        // Elsewhere than on macOS this changes nothing; there, a sync without it stops at the disk's own cache.
        require(connection, "fullfsync", "ON", "1");
        require(connection, "checkpoint_fullfsync", "ON", "1");
        require(
                connection,
                "wal_autocheckpoint",
                Integer.toString(CHECKPOINT_PAGES),
                Integer.toString(CHECKPOINT_PAGES));
        require(connection, "journal_size_limit", LOG_BYTES_KEPT, LOG_BYTES_KEPT);
        require(connection, "trusted_schema", "OFF", "0");
        require(connection, "busy_timeout", BUSY_MILLIS, BUSY_MILLIS);
        // What a batch could undo is kept aside for each page that it changes; in a file each would be a system call.
        require(connection, "temp_store", "MEMORY", "2");
        set(connection, "cache_size", "-16384");
    }

    /** Sets a pragma, and refuses what does not read back as {@code readBack}. */
    public static void require(Connection connection, String pragma, String wanted, String readBack)
            throws SQLException {
        set(connection, pragma, wanted);
        String found = read(connection, pragma);
        if (!readBack.equals(found)) {
            throw new StorageFailedException("SQLite must run with " + pragma + "=" + wanted + " but reads back "
                    + found + ": use a local file system that supports shared memory and locks.");
        }
    }

    /** Returns the value of a pragma; empty if there is none of that name. */
    public static String read(Connection connection, String pragma) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("PRAGMA " + pragma)) {
            return row.next() ? row.getString(1) : "";
        }
    }

    private static void set(Connection connection, String pragma, String value) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            if (statement.execute("PRAGMA " + pragma + "=" + value)) {
                stepToTheEnd(statement);
            }
        }
    }

    /**
     * The mode of the journal is stored after the answer; the driver tells of no failure of a statement that it cuts
     * short.
     */
    private static void stepToTheEnd(Statement statement) throws SQLException {
        try (ResultSet answer = statement.getResultSet()) {
            while (answer.next()) {
                // The answer is read back afterwards.
            }
        }
    }
}
