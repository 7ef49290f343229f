package io.mintmark.storage.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Statements that run too rarely to be kept prepared. */
public final class Statements {
    private Statements() {}

    private static <T> T read(
            Connection connection, QueryRunner.ResultReader<T> reader, String sql, Object... parameters)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            bind(statement, parameters);
            try (ResultSet rows = statement.executeQuery()) {
                return reader.of(rows);
            }
        }
    }

    /** Returns what all rows come to. */
    public static <T> List<T> rows(Connection connection, RowReader<T> reader, String sql, Object... parameters)
            throws SQLException {
        return read(connection, QueryRunner.all(reader), sql, parameters);
    }

    /** Uses a row. */
    @FunctionalInterface
    public interface RowUse {
        void of(ResultSet row) throws SQLException;
    }

    /**
     * Hands each row to {@code use}, one at a time, since all of them together may be larger than memory; returns how
     * many there were.
     */
    public static long each(Connection connection, RowUse use, String sql, Object... parameters) throws SQLException {
        return read(
                connection,
                rows -> {
                    long count = 0;
                    while (rows.next()) {
                        use.of(rows);
                        count++;
                    }
                    return count;
                },
                sql,
                parameters);
    }

    /** Returns what the first row comes to, if there is one. */
    public static <T> Optional<T> row(Connection connection, RowReader<T> reader, String sql, Object... parameters)
            throws SQLException {
        return read(connection, QueryRunner.first(reader), sql, parameters);
    }

    /** Returns the first column of the first row, if it is there and no NULL. */
    public static OptionalLong number(Connection connection, String sql, Object... parameters) throws SQLException {
        return read(connection, rows -> rows.next() ? number(rows) : OptionalLong.empty(), sql, parameters);
    }

    private static OptionalLong number(ResultSet row) throws SQLException {
        Long number = nullable(row, 1);
        return number == null ? OptionalLong.empty() : OptionalLong.of(number);
    }

    /** Returns the number that a row has in a column, or null. */
    public static @Nullable Long nullable(ResultSet row, int column) throws SQLException {
        long number = row.getLong(column);
        return row.wasNull() ? null : number;
    }

    /** Returns the same of a query that always has a row with a number. */
    public static long one(Connection connection, String sql, Object... parameters) throws SQLException {
        return number(connection, sql, parameters).orElseThrow(() -> new SQLException("no number for " + sql));
    }

    /** Runs what changes rows, or nothing, and returns how many it changed. */
    public static int execute(Connection connection, String sql, Object... parameters) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            bind(statement, parameters);
            return statement.executeUpdate();
        }
    }

    /** Sets the parameters of {@code statement}. */
    public static void bind(PreparedStatement statement, Object... parameters) throws SQLException {
        for (int i = 0; i < parameters.length; i++) {
            statement.setObject(i + 1, parameters[i]);
        }
    }
}
