package io.mintmark.storage.sqlite;

import io.mintmark.storage.StorageFailedException;
import io.mintmark.storage.sql.Statements;
import io.mintmark.storage.sqlite.file.ConnectionOpener;
import io.mintmark.storage.sqlite.file.DataFiles;
import io.mintmark.storage.sqlite.file.DirectoryLock;
import io.mintmark.storage.sqlite.file.Integrity;
import io.mintmark.storage.sqlite.file.LogCopying;
import io.mintmark.storage.sqlite.file.Pragmas;
import io.mintmark.storage.sqlite.file.Schema;
import io.mintmark.storage.sqlite.file.Sql;
import io.mintmark.storage.sqlite.file.StoredLog;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * The connections of a journal that was found whole, is of this version, and whose last commit is not in doubt any
 * more.
 *
 * @param log copies what {@code writing} commits
 */
record JournalConnections(Connection writing, LogCopying log, Connection reading) {
    private static final Schema SCHEMA = new Schema(
            "journal",
            new Schema.Step("journal-1.sql"),
            new Schema.Step("journal-2.sql"),
            new Schema.Step("journal-3.sql"),
            new Schema.Step("journal-4.sql"));

    /**
     * Opens them to the journal of {@code directory}, which is made if there is none.
     *
     * @throws StorageFailedException if it cannot be opened, or is damaged
     */
    static JournalConnections open(Path directory, ConnectionOpener opener) {
        Path path = directory.resolve(JournalFile.NAME);
        try {
            DataFiles.createDirectory(directory);
            DataFiles.createUnlessThere(path);
            return opened(StoredLog.ofShared("the journal", path), "jdbc:sqlite:" + path, opener);
        } catch (IOException | SQLException e) {
            throw unopened(directory, e);
        }
    }

    /** Keeps others out of a journal's directory, which is made if there is none. */
    static DirectoryLock alone(Path directory) {
        try {
            DataFiles.createDirectory(directory);
            return DirectoryLock.take(directory);
        } catch (IOException e) {
            throw unopened(directory, e);
        }
    }

    /** Returns the failure to open the journal of a directory. */
    static StorageFailedException unopened(Path directory, Exception e) {
        return new StorageFailedException(
                "The journal " + directory.resolve(JournalFile.NAME) + " cannot be opened: " + e.getMessage()
                        + ". Look at its disk and rights.",
                e);
    }

    @SuppressWarnings("MustBeClosedChecker") // the connections live as long as the journal
    private static JournalConnections opened(StoredLog log, String url, ConnectionOpener opener) throws SQLException {
        Connection writing = opener.open(url);
        try {
            Pragmas.prepareWriter(writing);
            Integrity.require(writing, "1", "The journal");
            if (log.isInDoubt()) {
                log.noteDoubt(
                        "A document that was acknowledged last may be lost, and the etags that were kept for a start"
                                + " without the store are drawn no more.");
                log.beginAnew(writing);
            }
            SCHEMA.bringUpToDate(writing);
            if (log.isInDoubt()) {
                settle(log, writing);
            }
            return copied(writing, url, opener);
        } catch (SQLException | RuntimeException | Error e) {
            writing.close();
            throw e;
        }
    }

    /** The etags of a lost commit may be somebody's, and nobody knows how far they came. */
    private static void settle(StoredLog log, Connection writing) throws SQLException {
        int ignored = Statements.execute(writing, "UPDATE known SET spent = ending");
        // The log begins anew only behind a write, and there may be no etags to spend.
        int written = Statements.execute(writing, "PRAGMA user_version=" + SCHEMA.newest());
        StoredLog.beginAnewAfterWrite(writing);
        log.settled();
    }

    private static JournalConnections copied(Connection writing, String url, ConnectionOpener opener)
            throws SQLException {
        LogCopying log = LogCopying.open("journal", writing, opener, url);
        try {
            return new JournalConnections(writing, log, readingAt(opener.open(url), writing));
        } catch (SQLException | RuntimeException | Error e) {
            log.close();
            throw e;
        }
    }

    private static Connection readingAt(Connection reading, Connection writing) throws SQLException {
        try {
            int ignored = Statements.execute(reading, "PRAGMA query_only=ON");
            Sql.keepTheDriverOut(writing);
            return reading;
        } catch (SQLException | RuntimeException | Error e) {
            reading.close();
            throw e;
        }
    }

    /** Closes them all where no journal came of them. */
    void close() throws SQLException {
        try (writing;
                log;
                reading) {
            // In the order in which they were opened, backwards.
        }
    }
}
