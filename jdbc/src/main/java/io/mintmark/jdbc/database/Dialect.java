package io.mintmark.jdbc.database;

import io.mintmark.jdbc.internal.OwnTable;
import io.mintmark.jdbc.internal.ScalarQuery;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The differences between databases that counters meet. Extend it for a database that is not built in, and pass it to
 * {@code JdbcRanges.dialect}.
 *
 * <p>Immutable, safe for any number of threads.
 */
public abstract class Dialect {
    private final String name;

    /** For the extending class; {@code name} is what messages call the database. */
    protected Dialect(String name) {
        this.name = name;
    }

    /** Returns the built-in ones: PostgreSQL, MariaDB, MySQL, SQLite, H2, SQL Server. */
    public static List<Dialect> builtIn() {
        return List.of(
                new PostgresDialect(),
                new MariaDbDialect(),
                new MySqlDialect(),
                new SqliteDialect(),
                new H2Dialect(),
                new SqlServerDialect());
    }

    /** Returns what messages call the database. */
    public final String name() {
        return name;
    }

    /** Returns whether this is the database that calls itself {@code product} in the driver's metadata. */
    public boolean serves(String product) {
        return product.equalsIgnoreCase(name);
    }

    /** Returns an identifier that the database takes letter by letter; doubles the quote inside it. */
    public String quote(String identifier) {
        return '"' + SqlName.requireIdentifier(identifier).replace("\"", "\"\"") + '"';
    }

    /** Returns a quoted name with its schema, if it has one. */
    public final String quote(SqlName object) {
        return object.schema().isEmpty() ? quote(object.name()) : quote(object.schema()) + "." + quote(object.name());
    }

    /** Returns the statement that creates our own table, {@code table} already quoted. */
    public String ownTable(String table) {
        return "CREATE TABLE IF NOT EXISTS " + table + " (" + quote(OwnTable.NAME) + " "
                + ownNameType() + " NOT NULL PRIMARY KEY, " + quote(OwnTable.LAST_NUMBER) + " BIGINT NOT NULL, "
                + quote(OwnTable.SERIAL)
                + " BIGINT NOT NULL)";
    }

    /** Returns the type of the names in our own table: texts of 255 characters that compare letter by letter. */
    protected String ownNameType() {
        return "VARCHAR(" + OwnTable.NAME_LENGTH_MAX + ")";
    }

    /**
     * Returns what makes a SELECT wait for others and hold its row until the transaction ends; it begins with a space.
     */
    public String lockingSelect() {
        return " FOR UPDATE";
    }

    /**
     * Returns a table, already quoted, as a SELECT names it that holds its row until the transaction ends. Here the
     * table alone: {@link #lockingSelect} says the rest.
     */
    public String lockedTable(String table) {
        return table;
    }

    /** Returns one statement that runs {@code update} and returns {@code columns} as it left them, if there is one. */
    public Optional<String> returning(String update, String columns) {
        return Optional.empty();
    }

    /**
     * Returns what a column of a query's result holds, as the driver describes it: whether it is for whole numbers, and
     * how large they get. Here by its JDBC type, with a sign.
     */
    public ColumnType column(ResultSetMetaData columns, int at) throws SQLException {
        return ColumnWidths.byJdbcType(columns, at);
    }

    /** Returns what the catalog says of a sequence, or empty if there is none of exactly that name. */
    public Optional<SequenceState> sequence(Connection connection, SqlName sequence) throws SQLException {
        return Optional.empty();
    }

    /**
     * Returns how a sequence goes on, or empty if there is none of exactly that name.
     *
     * <p>Asked after every draw. Here it is read with all the rest; override it where the rest costs a statement.
     */
    public Optional<SequenceStep> step(Connection connection, SqlName sequence) throws SQLException {
        return sequence(connection, sequence).map(SequenceState::step);
    }

    /** Returns all sequences of the database, also those that this user may not read. */
    public List<CatalogName> sequences(Connection connection) throws SQLException {
        return List.of();
    }

    /** Returns all tables of the database without the system's, also those that this user may not read. */
    public List<CatalogTable> tables(Connection connection) throws SQLException {
        try (ResultSet rows = connection.getMetaData().getColumns(connection.getCatalog(), null, "%", "%")) {
            return CatalogTables.read(rows, 2, 3, 4);
        }
    }

    /** Returns the schema in which names without one are looked for; empty if the database has none. */
    public String schema(Connection connection) throws SQLException {
        return Objects.requireNonNullElse(connection.getSchema(), "");
    }

    /** Draws the next value of a sequence. */
    public long draw(Connection connection, SqlName sequence) throws SQLException {
        return number(connection, "SELECT NEXT VALUE FOR " + quote(sequence));
    }

    /**
     * Draws values of a sequence in one statement, at least one and at most {@code most}, in the order they were drawn;
     * others may draw in between. Here one.
     */
    public List<Long> drawSome(Connection connection, SqlName sequence, int most) throws SQLException {
        return List.of(draw(connection, sequence));
    }

    /**
     * Moves a sequence up so that later draws are {@code target} or above, beside others that draw, and never down.
     *
     * <p>Here by drawing; {@code drawsMax} says how often at most. Returns the highest value known to be drawn or
     * passed.
     */
    public long raise(Connection connection, SqlName sequence, SequenceState state, long target, long drawsMax)
            throws SQLException {
        long value = draw(connection, sequence);
        for (long draws = 1; value < target - state.increment() && draws < drawsMax; draws++) {
            value = draw(connection, sequence);
        }
        return value;
    }

    /** Returns whether {@link #raise} passes any number of values in one statement; here not. */
    public boolean raisesAtOnce() {
        return false;
    }

    /** Reads the settings that decide what survives the loss of power, whichever object holds it. */
    public abstract Durability durability(Connection connection) throws SQLException;

    /**
     * Reads what survives the loss of power of a number in {@code counter}: by the settings, and by what the catalog
     * shows of the object. What it does not show is best effort, which is all that is known here.
     *
     * @param counter the object, under the names that the database has
     * @throws UnsafeCounterException if each connection has such an object of its own, as of a temporary table
     */
    public Durability durability(Connection connection, CounterAccess counter) throws SQLException {
        return durability(connection).unless(List.of("what keeps " + counter.name() + " is not seen"));
    }

    /** Returns whether the same statement may succeed when it is sent again: lost races, dead connections. */
    public boolean isWorthRepeating(SQLException failure) {
        String state = String.valueOf(failure.getSQLState());
        return failure instanceof SQLTransientException
                || failure instanceof SQLRecoverableException
                || state.startsWith("40")
                || state.startsWith("08");
    }

    /** Returns whether a query failed because there is no such table, column or schema; not if it may not be read. */
    public boolean isNotThere(SQLException failure) {
        String state = String.valueOf(failure.getSQLState());
        return state.startsWith("42") && !state.equals("42501");
    }

    /** Returns whether a draw failed because the sequence has no value left. */
    public boolean isAtEnd(SQLException failure) {
        return String.valueOf(failure.getSQLState()).equals("2200H");
    }

    /** Returns why this login cannot draw from a sequence, without drawing; empty if it can, or nothing shows it. */
    public Optional<String> whyNotDrawn(Connection connection, SqlName sequence) throws SQLException {
        return connection.isReadOnly() ? Optional.of("the connection is read-only") : Optional.empty();
    }

    /** Returns whether an insert failed because somebody else inserted the row, or created the table, first. */
    public boolean isAlreadyThere(SQLException failure) {
        return String.valueOf(failure.getSQLState()).startsWith("23");
    }

    /** Returns the one number that a query yields, and reads it to its end, where SQLite commits; for subclasses. */
    protected static long number(Connection connection, String sql, Object... values) throws SQLException {
        return ScalarQuery.number(connection, sql, values);
    }

    /** Returns the names that a query for schema and name yields; for subclasses. */
    protected static List<CatalogName> names(Connection connection, String sql) throws SQLException {
        List<CatalogName> names = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement(sql);
                ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                names.add(new CatalogName(String.valueOf(rows.getString(1)), String.valueOf(rows.getString(2))));
            }
        }
        return names;
    }

    /**
     * Returns the tables that a query for schema, table and column yields, ordered by the first two; for subclasses.
     */
    protected static List<CatalogTable> tables(Connection connection, String sql) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql);
                ResultSet rows = statement.executeQuery()) {
            return CatalogTables.read(rows, 1, 2, 3);
        }
    }

    /** Returns the one text that a query yields, or empty; for subclasses. */
    protected static String text(Connection connection, String sql, Object... values) throws SQLException {
        return ScalarQuery.text(connection, sql, values);
    }
}
