package io.mintmark.jdbc.internal.store;

import io.mintmark.jdbc.database.ColumnType;
import io.mintmark.jdbc.database.CounterAccess;
import io.mintmark.jdbc.database.UnsafeCounterException;
import io.mintmark.jdbc.internal.WholeNumber;
import java.util.Optional;

/** Why a row of a table is no counter. */
public final class RowRequirements {
    private RowRequirements() {}

    /** Refuses a column of texts or fractions; {@code what} begins the message. */
    public static void requireWholeNumbers(ColumnType type, String what, CounterAccess.Row row) {
        if (!type.isWhole()) {
            throw new UnsafeCounterException(what + " must be whole numbers: the column " + row.column() + " of "
                    + row.name() + " is " + type.name() + "; name the column that holds the number");
        }
    }

    /** Refuses a serial that does not have 64 bits: it begins at a random number of 62. */
    public static void requireLongSerial(RowSpelling.Found found, String what) {
        if (found.serial().isPresent() && found.serial().get().largest() < Long.MAX_VALUE) {
            throw new UnsafeCounterException(what + " must have a serial of 64 bits: the column "
                    + found.row().serial().orElseThrow() + " of " + found.row().name() + " is "
                    + found.serial().get().name() + "; make it BIGINT, as JdbcRanges.tableDefinition() has it");
        }
    }

    /** Refuses a row of ours without a serial: no guarded update would ever find it as it was read. */
    static void requireSerial(CounterAccess.Row row, boolean isThere) {
        if (!isThere) {
            throw new UnsafeCounterException("a counter of ours must have a serial, and it is NULL: table " + row.name()
                    + ", column " + row.serial().orElseThrow() + ", " + row.where()
                    + "; set it to 1, and make the column NOT NULL");
        }
    }

    /** Refuses several rows: nobody can tell which one counts. */
    public static void requireOne(CounterAccess.Row row, long rows) {
        if (rows > 1) {
            throw new UnsafeCounterException("a counter must be one row, and several match: table " + row.name() + ", "
                    + row.where() + "; say which one it is by where(column, value)");
        }
    }

    /** Returns the number that a column holds; refuses NULL, texts, fractions, and more than a long holds. */
    public static long number(CounterAccess.Row row, String column, Optional<Object> held) {
        String where = "table " + row.name() + ", column " + column + ", " + row.where();
        String remedy = "; have its owner initialise it, or set it above the highest id in use";
        if (held.isEmpty()) {
            throw new UnsafeCounterException("a counter must hold a number, and it is NULL: " + where + remedy);
        }
        return WholeNumber.of(held.get())
                .orElseThrow(() -> new UnsafeCounterException("a counter must hold a whole number up to 2^63-1, and it"
                        + " holds " + held.get() + ": " + where + remedy));
    }

    /** Returns the refusal of a counter whose row its owner has to insert. */
    public static UnsafeCounterException missing(NamedBlockRule counter, CounterAccess.Row row) {
        return new UnsafeCounterException("the counter " + counter + " has no row where " + row.where()
                + "; have its owner create it, check the names, or allow it with createdAt(value)");
    }
}
