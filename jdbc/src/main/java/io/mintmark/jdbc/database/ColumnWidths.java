package io.mintmark.jdbc.database;

import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Locale;
import java.util.Map;

/**
 * The largest whole number of each type of column, as a driver describes it.
 * {@code verify/lab/reports/column-widths.md} has the same as a table.
 *
 * <p>A number beyond the column fails in the middle of a reservation, or is cut to what the column holds, which is
 * worse.
 */
final class ColumnWidths {
    /** Numbers of this many digits all fit into a long. */
    private static final int DIGITS_OF_LONG = 18;

    private static final long BYTE_3_MAX = (1L << 23) - 1;

    /** The largest numbers with a sign. Without one a column holds twice as many, and one more. */
    private static final Map<String, Long> OF_MYSQL = Map.of(
            "TINYINT", (long) Byte.MAX_VALUE,
            "SMALLINT", (long) Short.MAX_VALUE,
            "MEDIUMINT", BYTE_3_MAX,
            "INT", (long) Integer.MAX_VALUE,
            "INTEGER", (long) Integer.MAX_VALUE,
            "BIGINT", Long.MAX_VALUE);

    private ColumnWidths() {}

    /** Returns what a column holds by its JDBC type, and by its precision where digits decide. */
    static ColumnType byJdbcType(ResultSetMetaData columns, int at) throws SQLException {
        String name = columns.getColumnTypeName(at);
        return switch (columns.getColumnType(at)) {
            case Types.TINYINT -> new ColumnType(true, Byte.MAX_VALUE, name);
            case Types.SMALLINT -> new ColumnType(true, Short.MAX_VALUE, name);
            case Types.INTEGER -> new ColumnType(true, Integer.MAX_VALUE, name);
            case Types.BIGINT -> new ColumnType(true, Long.MAX_VALUE, name);
            case Types.NUMERIC, Types.DECIMAL -> byDigits(columns, at, true);
            default -> ColumnType.unfit(name);
        };
    }

    /**
     * Returns what a column of MySQL or MariaDB holds: JDBC has no type for three bytes, nor for numbers without a
     * sign.
     */
    static ColumnType ofMySql(ResultSetMetaData columns, int at) throws SQLException {
        String name = columns.getColumnTypeName(at);
        String bare = name.toUpperCase(Locale.ROOT).replaceAll("( UNSIGNED| ZEROFILL|\\().*", "");
        boolean signed = columns.isSigned(at);
        Long largest = OF_MYSQL.get(bare);
        if (largest != null) {
            long unsigned = largest > Long.MAX_VALUE / 2 ? Long.MAX_VALUE : largest * 2 + 1;
            return new ColumnType(signed, signed ? largest : unsigned, name);
        }
        return bare.equals("DECIMAL") || bare.equals("NUMERIC")
                ? byDigits(columns, at, signed)
                : ColumnType.unfit(name);
    }

    /** Returns what a number of so many digits holds. One without a stated precision has as many as it needs. */
    private static ColumnType byDigits(ResultSetMetaData columns, int at, boolean signed) throws SQLException {
        String name = columns.getColumnTypeName(at);
        int digits = columns.getPrecision(at);
        int scale = columns.getScale(at);
        if (scale != 0) {
            // PostgreSQL's scale may be negative, which rounds to tens, and its driver then tells one above all
            // precisions.
            return ColumnType.unfit(
                    name + (scale > 0 && scale <= digits ? " with fractions" : " whose scale is not 0"));
        }
        long largest = digits < 1 || digits > DIGITS_OF_LONG ? Long.MAX_VALUE : (long) Math.pow(10, digits) - 1;
        return new ColumnType(signed, largest, digits < 1 ? name : name + "(" + digits + ")");
    }
}
