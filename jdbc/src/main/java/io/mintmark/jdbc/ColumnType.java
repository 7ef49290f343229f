package io.mintmark.jdbc;

import java.sql.ResultSetMetaData;
import java.sql.SQLException;

/**
 * The type of a column, as far as numbers go.
 *
 * @param largest the largest whole number; 0 if it is not for whole numbers
 * @param name the database's word for it
 */
public record ColumnType(long largest, String name) {

    /** Reads the type of a result's first column. */
    static ColumnType first(ResultSetMetaData columns, Dialect dialect) throws SQLException {
        boolean fractions = columns.getScale(1) > 0;
        long largest = dialect.largest(columns.getColumnType(1));
        String name = columns.getColumnTypeName(1);
        return fractions ? new ColumnType(0, name + " with fractions") : new ColumnType(largest, name);
    }

    /** Refuses a column of texts or fractions; {@code what} begins the message. */
    void requireWholeNumbers(String what, CounterAccess.Row row) {
        if (largest == 0) {
            throw new UnsafeCounterException(what + " must be whole numbers: the column " + row.column() + " of "
                    + row.name() + " is " + name + "; name the column that holds the number");
        }
    }
}
