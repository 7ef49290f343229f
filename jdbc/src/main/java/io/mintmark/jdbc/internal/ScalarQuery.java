package io.mintmark.jdbc.internal;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import java.util.OptionalLong;

/** A query that yields one value, or one row. */
public final class ScalarQuery {
    private ScalarQuery() {}

    /** Reads a row. */
    @FunctionalInterface
    public interface Reader<T> {
        T of(ResultSet row) throws SQLException;
    }

    /** Returns what the first row that a query yields is read as; empty if it yields no row. */
    public static <T> Optional<T> first(Connection connection, Reader<T> reader, String sql, Object... values)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            bind(statement, values);
            try (ResultSet rows = statement.executeQuery()) {
                return rows.next() ? Optional.of(reader.of(rows)) : Optional.empty();
            }
        }
    }

    /** Returns the one whole number that a query yields, and reads the result to its end, where SQLite commits. */
    public static long number(Connection connection, String sql, Object... values) throws SQLException {
        Optional<Object> number = held(connection, sql, values);
        // A driver asked for a long makes 0 of NULL, and some make it of a text: issued numbers would come again.
        return number.map(WholeNumber::of)
                .orElse(OptionalLong.empty())
                .orElseThrow(() -> new SQLException("a query for one number must yield a whole one: it yielded "
                        + number.map(String::valueOf).orElse("null") + ", " + sql));
    }

    /** Returns what a query for one value yields, as the driver has it; empty for NULL. */
    public static Optional<Object> held(Connection connection, String sql, Object... values) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            bind(statement, values);
            try (ResultSet rows = statement.executeQuery()) {
                if (!rows.next()) {
                    throw new SQLException("a query for one number must yield a row: " + sql);
                }
                Optional<Object> held = Optional.ofNullable(rows.getObject(1));
                while (rows.next()) {
                    continue;
                }
                return held;
            }
        }
    }

    /** Returns the text that a query yields in its first row; empty if it yields no row. */
    public static String text(Connection connection, String sql, Object... values) throws SQLException {
        return first(connection, row -> String.valueOf(row.getString(1)), sql, values)
                .orElse("");
    }

    private static void bind(PreparedStatement statement, Object... values) throws SQLException {
        for (int at = 0; at < values.length; at++) {
            statement.setObject(at + 1, values[at]);
        }
    }
}
