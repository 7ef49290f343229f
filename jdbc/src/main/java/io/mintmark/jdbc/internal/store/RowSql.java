package io.mintmark.jdbc.internal.store;

import io.mintmark.RandomBytes;
import io.mintmark.jdbc.database.CounterAccess;
import io.mintmark.jdbc.database.Dialect;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The statements over one row of a table; every value is bound, every name quoted by the dialect.
 *
 * <p>Immutable, safe for any number of threads. The names are those that the database has.
 */
final class RowSql {
    private final CounterAccess.Row row;
    private final List<Object> keys;
    private final String columns;
    private final Optional<String> advance;
    private final String read;
    private final String readLocked;
    private final String set;
    private final String raise;
    private final String insert;

    /** The numbers that a row stores; the serial is 0 where there is none. */
    record Stored(long value, long serial) {}

    RowSql(CounterAccess.Row row, Dialect dialect) {
        this.row = row;
        this.keys = new ArrayList<>(row.where().values());
        String table = dialect.quote(row.name());
        String value = dialect.quote(row.column());
        Optional<String> serial = row.serial().map(dialect::quote);
        String theRow = row.where().keySet().stream()
                .map(column -> " AND " + dialect.quote(column) + " = ?")
                .collect(Collectors.joining());
        String nextSerial =
                serial.map(column -> ", " + column + " = " + column + " + 1").orElse("");
        String laterSerial =
                serial.map(column -> ", " + column + " = " + column + " + ?").orElse("");

        // Counters of thousands of tenants have the same statements: one text each serves all.
        this.columns = (value + serial.map(column -> ", " + column).orElse("")).intern();
        String step = "UPDATE " + table + " SET " + value + " = " + value + " + ?" + nextSerial + " WHERE " + value
                + " BETWEEN ? AND ?" + theRow;
        this.advance = dialect.returning(step, columns).map(String::intern);
        String select = "SELECT " + columns + " FROM ";
        String which = " WHERE 1 = 1" + theRow;
        this.read = (select + table + which).intern();
        this.readLocked = (select + dialect.lockedTable(table) + which + dialect.lockingSelect()).intern();
        String assign = "UPDATE " + table + " SET " + value + " = ?";
        this.set = (assign + laterSerial + " WHERE " + value + " = ?"
                        + serial.map(column -> " AND " + column + " = ?").orElse("") + theRow)
                .intern();
        this.raise = (assign + nextSerial + " WHERE " + value + " < ?" + theRow).intern();
        this.insert = insert(dialect, table, value, serial).intern();
    }

    private String insert(Dialect dialect, String table, String value, Optional<String> serial) {
        List<String> names = new ArrayList<>(
                row.where().keySet().stream().map(dialect::quote).toList());
        names.add(value);
        serial.ifPresent(names::add);
        String marks = names.stream().map(name -> "?").collect(Collectors.joining(", "));
        return "INSERT INTO " + table + " (" + String.join(", ", names) + ") VALUES (" + marks + ")";
    }

    /**
     * Moves the row by {@code steps} if it stores a value between the two bounds; empty if it does not, or if the
     * database cannot do that in one statement.
     */
    Optional<Stored> advance(Connection connection, long steps, long from, long to) throws SQLException {
        if (advance.isEmpty()) {
            return Optional.empty();
        }
        try (PreparedStatement statement = connection.prepareStatement(advance.get())) {
            bind(statement, steps, from, to);
            return one(statement);
        }
    }

    /** Reads the row; empty if there is none. Refuses two rows and a NULL. */
    Optional<Stored> read(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(read)) {
            bind(statement);
            return one(statement);
        }
    }

    /** The same, and nobody else moves the row until the transaction ends, if the database can do that. */
    Optional<Stored> readLocked(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(readLocked)) {
            bind(statement);
            return one(statement);
        }
    }

    /**
     * Stores {@code to} if the row still stores what was read, serial included, and returns whether it did. A serial is
     * then higher by {@code serialStep}.
     */
    boolean set(Connection connection, Stored from, long to, long serialStep) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(set)) {
            if (row.serial().isPresent()) {
                bind(statement, to, serialStep, from.value(), from.serial());
            } else {
                bind(statement, to, from.value());
            }
            return statement.executeUpdate() == 1;
        }
    }

    /** Stores {@code to} if the row stores less, and returns whether it did. */
    boolean raise(Connection connection, long to) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(raise)) {
            bind(statement, to, to);
            return statement.executeUpdate() == 1;
        }
    }

    /** Inserts the row; fails if it is there. */
    void insert(Connection connection, long value) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(insert)) {
            int at = 0;
            for (Object key : keys) {
                statement.setObject(++at, key);
            }
            statement.setLong(++at, value);
            if (row.serial().isPresent()) {
                statement.setLong(++at, FirstSerial.draw(RandomBytes.secure()));
            }
            statement.executeUpdate();
        }
    }

    private void bind(PreparedStatement statement, long... numbers) throws SQLException {
        int at = 0;
        for (long number : numbers) {
            statement.setLong(++at, number);
        }
        for (Object key : keys) {
            statement.setObject(++at, key);
        }
    }

    /**
     * Returns the row that a statement yields; empty if none.
     *
     * <p>Reads to the end and not to the first row: SQLite commits a single statement after its last row. If that
     * fails, its driver tells a caller that asks for another row, but not one that closes the result instead.
     */
    private Optional<Stored> one(PreparedStatement statement) throws SQLException {
        try (ResultSet rows = statement.executeQuery()) {
            @Nullable Stored found = null;
            while (rows.next()) {
                RowRequirements.requireOne(row, found == null ? 1 : 2);
                found = stored(rows);
            }
            return Optional.ofNullable(found);
        }
    }

    private Stored stored(ResultSet rows) throws SQLException {
        long value = RowRequirements.number(row, row.column(), Optional.ofNullable(rows.getObject(1)));
        return new Stored(value, row.serial().isPresent() ? serial(rows) : 0);
    }

    private long serial(ResultSet rows) throws SQLException {
        long serial = rows.getLong(2);
        RowRequirements.requireSerial(row, !rows.wasNull());
        return serial;
    }
}
