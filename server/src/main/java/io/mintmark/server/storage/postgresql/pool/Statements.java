package io.mintmark.server.storage.postgresql.pool;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Statements that run too rarely to be kept prepared. */
public final class Statements {
    private Statements() {}

    /** Makes something of a row. */
    @FunctionalInterface
    public interface Reading<T> {
        T of(ResultSet row) throws SQLException;
    }

    /** Returns what all rows come to. */
    public static <T> List<T> rows(Connection connection, Reading<T> reading, String sql, Object... parameters)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            bind(statement, parameters);
            List<T> all = new ArrayList<>();
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    all.add(reading.of(rows));
                }
            }
            return all;
        }
    }

    /** Returns what the first row comes to, if there is one. */
    public static <T> Optional<T> row(Connection connection, Reading<T> reading, String sql, Object... parameters)
            throws SQLException {
        return rows(connection, reading, sql, parameters).stream().findFirst();
    }

    /** Returns the first column of the first row, if it is there and no NULL. */
    public static OptionalLong number(Connection connection, String sql, Object... parameters) throws SQLException {
        return rows(connection, Statements::number, sql, parameters).stream()
                .findFirst()
                .orElse(OptionalLong.empty());
    }

    private static OptionalLong number(ResultSet row) throws SQLException {
        long number = row.getLong(1);
        return row.wasNull() ? OptionalLong.empty() : OptionalLong.of(number);
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
}
