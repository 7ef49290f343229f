package io.mintmark.storage.sql;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Runs queries of one database beside its writers, each on a connection that is lent for it. What it throws says what
 * the engine's operator looks at. Safe for any number of threads.
 */
public interface QueryRunner {
    /** Makes a value of a result, as far as it reads it. */
    @FunctionalInterface
    interface ResultReader<T> {
        T of(ResultSet rows) throws SQLException;
    }

    /** Returns what {@code reader} makes of the result; it begins anew if a connection broke that had been idle. */
    <T> T read(SqlQuery query, ResultReader<T> reader);

    /** Returns what {@code reader} makes of the first row, if there is one. */
    default <T> Optional<T> first(SqlQuery query, RowReader<T> reader) {
        return read(query, first(reader));
    }

    /** Returns what {@code reader} makes of each row. */
    default <T> List<T> all(SqlQuery query, RowReader<T> reader) {
        return read(query, all(reader));
    }

    /** Returns the first column of the first row; 0 if there is none, or it is NULL. */
    default long number(SqlQuery query) {
        return read(query, rows -> rows.next() ? rows.getLong(1) : 0L);
    }

    /** Reads the first row by {@code reader}, if there is one. */
    static <T> ResultReader<Optional<T>> first(RowReader<T> reader) {
        return rows -> rows.next() ? Optional.of(reader.of(rows)) : Optional.empty();
    }

    /** Reads all rows by {@code reader}. */
    static <T> ResultReader<List<T>> all(RowReader<T> reader) {
        return rows -> {
            List<T> found = new ArrayList<>();
            while (rows.next()) {
                found.add(reader.of(rows));
            }
            return found;
        };
    }
}
