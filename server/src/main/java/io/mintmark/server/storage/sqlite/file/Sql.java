package io.mintmark.server.storage.sqlite.file;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.OptionalLong;
import org.sqlite.SQLiteErrorCode;

/** Statements that run too rarely to be kept prepared. */
public final class Sql {
    private Sql() {}

    /** Returns the first column of the first row, if there is one. */
    public static OptionalLong number(Connection connection, String sql, Object... parameters) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            bind(statement, parameters);
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? OptionalLong.of(row.getLong(1)) : OptionalLong.empty();
            }
        }
    }

    /** Returns the first column of the first row of a query that always has one. */
    public static long one(Connection connection, String sql, Object... parameters) throws SQLException {
        return number(connection, sql, parameters).orElseThrow(() -> new SQLException("no row for " + sql));
    }

    /** Runs what changes rows, or nothing, and returns how many it changed. */
    public static int execute(Connection connection, String sql, Object... parameters) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            bind(statement, parameters);
            return statement.executeUpdate();
        }
    }

    private static void bind(PreparedStatement statement, Object... parameters) throws SQLException {
        for (int i = 0; i < parameters.length; i++) {
            statement.setObject(i + 1, parameters[i]);
        }
    }

    /**
     * Leaves the beginning and ending of transactions on {@code connection} to the caller's own statements.
     *
     * <p>Where the driver commits by itself, it looks after every statement whether a transaction is open, by trying to begin
     * one; where it does not, it begins one at once. So it is told that it does not, and its transaction is ended: what runs
     * between two transactions of the caller is one of its own.
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
        execute(connection, "BEGIN IMMEDIATE");
        try {
            step.run();
            execute(connection, "COMMIT");
        } catch (SQLException | RuntimeException | Error e) {
            try {
                execute(connection, "ROLLBACK");
            } catch (SQLException none) {
                e.addSuppressed(none);
            }
            throw e;
        }
    }
}
