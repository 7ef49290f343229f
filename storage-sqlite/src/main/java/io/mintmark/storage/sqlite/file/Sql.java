package io.mintmark.storage.sqlite.file;

import io.mintmark.storage.sql.Statements;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.sqlite.SQLiteErrorCode;

/** Transactions of SQLite, and what its failures blame. */
public final class Sql {
    private Sql() {}

    /**
     * Leaves the beginning and ending of transactions on {@code connection} to the caller's own statements.
     *
     * <p>Where the driver commits by itself, it looks after every statement whether a transaction is open, by trying to
     * begin one; where it does not, it begins one at once. So it is told that it does not, and its transaction is
     * ended: what runs between two transactions of the caller is one of its own.
     */
    public static void keepTheDriverOut(Connection connection) throws SQLException {
        if (connection.getAutoCommit()) {
            connection.setAutoCommit(false);
            try (Statement end = connection.createStatement()) {
                end.execute("ROLLBACK");
            }
        }
    }

    /** Returns whether an error says that one row is impossible, not that the disk or the file is in trouble. */
    public static boolean blamesTheRow(SQLException e) {
        int primary = e.getErrorCode() & 0xFF;
        return primary == SQLiteErrorCode.SQLITE_CONSTRAINT.code
                || primary == SQLiteErrorCode.SQLITE_TOOBIG.code
                || primary == SQLiteErrorCode.SQLITE_MISMATCH.code;
    }

    /** Something to do in a transaction of its own. */
    @FunctionalInterface
    public interface Step {
        void run() throws SQLException;
    }

    /** Runs {@code step} in one transaction, whose commit has succeeded on return; undoes it if anything fails. */
    public static void inTransaction(Connection connection, Step step) throws SQLException {
        Statements.execute(connection, "BEGIN IMMEDIATE");
        try {
            step.run();
            Statements.execute(connection, "COMMIT");
        } catch (SQLException | RuntimeException | Error e) {
            try {
                Statements.execute(connection, "ROLLBACK");
            } catch (SQLException none) {
                e.addSuppressed(none);
            }
            throw e;
        }
    }
}
