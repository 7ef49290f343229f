package io.mintmark.storage.sqlite.write;

import io.mintmark.storage.sql.RowReader;
import io.mintmark.storage.sql.Statements;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The statements of one writer. Used by its thread only.
 *
 * @param connection on which they run
 * @param failure makes of an error what the group's writer hears
 */
record WriterStatements(Connection connection, Function<SQLException, RuntimeException> failure) {
    /** Sets the parameters of a statement. */
    @FunctionalInterface
    interface Binder {
        void bind(PreparedStatement statement) throws SQLException;
    }

    /** A statement that is kept prepared. */
    final class Kept {
        private final PreparedStatement statement;

        private Kept(PreparedStatement statement) {
            this.statement = statement;
        }

        /** Returns how many rows it changed. */
        int update(@Nullable Object... parameters) {
            return updateBound(all -> bind(all, parameters));
        }

        /** Does the same with what {@code binder} sets. */
        int updateBound(Binder binder) {
            try {
                binder.bind(statement);
                return statement.executeUpdate();
            } catch (SQLException e) {
                throw failure.apply(e);
            }
        }

        /** Returns the first row, or null if there is none. */
        <T> @Nullable T first(RowReader<T> reader, @Nullable Object... parameters) {
            return firstBound(reader, all -> bind(all, parameters));
        }

        /** Does the same with what {@code binder} sets. */
        <T> @Nullable T firstBound(RowReader<T> reader, Binder binder) {
            try {
                binder.bind(statement);
                try (ResultSet row = statement.executeQuery()) {
                    return row.next() ? reader.of(row) : null;
                }
            } catch (SQLException e) {
                throw failure.apply(e);
            }
        }

        /** Returns the number that the first row says; there always is one. */
        long number(@Nullable Object... parameters) {
            return numberBound(all -> bind(all, parameters));
        }

        /** Does the same with what {@code binder} sets. */
        long numberBound(Binder binder) {
            Long number = firstBound(row -> row.getLong(1), binder);
            if (number == null) {
                throw failed("a statement returned no number");
            }
            return number;
        }

        private static void bind(PreparedStatement statement, @Nullable Object... parameters) throws SQLException {
            for (int i = 0; i < parameters.length; i++) {
                statement.setObject(i + 1, parameters[i]);
            }
        }
    }

    Kept keep(String sql) throws SQLException {
        return new Kept(connection.prepareStatement(sql));
    }

    /** Runs what is seldom run. */
    void run(String sql, Object... parameters) {
        try {
            int ignored = Statements.execute(connection, sql, parameters);
        } catch (SQLException e) {
            throw failure.apply(e);
        }
    }

    /** Returns the failure of a statement that did something else than it must. */
    RuntimeException failed(String what) {
        return failure.apply(new SQLException(what));
    }
}
