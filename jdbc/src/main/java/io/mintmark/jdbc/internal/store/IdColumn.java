package io.mintmark.jdbc.internal.store;

import io.mintmark.jdbc.database.CounterAccess;
import io.mintmark.jdbc.database.Dialect;
import io.mintmark.jdbc.database.SqlName;
import io.mintmark.jdbc.database.UnsafeCounterException;
import io.mintmark.jdbc.internal.ScalarQuery;
import io.mintmark.jdbc.internal.WholeNumber;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;

/**
 * The column of a table that holds the ids which a counter names.
 *
 * @param table the table
 * @param column its column of whole numbers
 */
public record IdColumn(SqlName table, String column) {

    /** Checks the column's name. */
    public IdColumn {
        SqlName unused = SqlName.of(column);
    }

    /** Returns the highest id, or 0 if there is none; refuses ids that no counter gives. */
    public long highest(Connection connection, Dialect dialect) throws SQLException {
        CounterAccess.Row found = spelt(connection, dialect).row();
        Optional<Object> highest = ScalarQuery.held(
                connection, "SELECT MAX(" + dialect.quote(found.column()) + ") FROM " + dialect.quote(found.name()));
        return highest.isEmpty()
                ? 0
                : WholeNumber.of(highest.get())
                        .orElseThrow(() -> new UnsafeCounterException("the ids of " + table
                                + " must be whole numbers up to 2^63-1: the highest in " + column + " is "
                                + highest.get() + "; name the column of the numbers, or take that row away"));
    }

    /** Returns the largest id that the column holds. */
    public long largest(Connection connection, Dialect dialect) throws SQLException {
        return spelt(connection, dialect).type().largest();
    }

    private RowSpelling.Found spelt(Connection connection, Dialect dialect) throws SQLException {
        CounterAccess.Row row = CounterAccess.Row.of(table.name(), column, Map.of());
        RowSpelling.Found found = RowSpelling.require(connection, dialect, row.named(table), "the ids of " + table);
        RowRequirements.requireWholeNumbers(found.type(), "the ids of " + table, found.row());
        return found;
    }
}
