package io.mintmark.jdbc.internal;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.OptionalLong;

/** Values that sequences give next. Stateless. */
public final class SequenceValues {
    private SequenceValues() {}

    /** Returns the value after {@code value}; empty if that lies above {@code last}, also where no long holds it. */
    public static OptionalLong following(long value, long increment, long last) {
        if (increment < 1) {
            return OptionalLong.of(value + increment); // refused, wherever it leads
        }
        long room = last - value; // negative also where the distance exceeds a long
        boolean left = value <= last && (room < 0 || room >= increment);
        return left ? OptionalLong.of(value + increment) : OptionalLong.empty();
    }

    /**
     * Returns the first value that no session has of a sequence of PostgreSQL, which shows the last one that any drew,
     * also ahead; empty if none is left.
     *
     * <p>Added here and not in the database, which calls a sum beyond 2^63-1 an error.
     *
     * @param quoted the sequence, quoted
     */
    public static OptionalLong ofPostgres(Connection connection, String quoted, long increment, long last)
            throws SQLException {
        return ScalarQuery.first(
                        connection,
                        row -> row.getBoolean(2)
                                ? following(row.getLong(1), increment, last)
                                : OptionalLong.of(row.getLong(1)),
                        "SELECT last_value, is_called FROM " + quoted)
                .orElseThrow(() -> new SQLException("a sequence must have a row: " + quoted));
    }
}
