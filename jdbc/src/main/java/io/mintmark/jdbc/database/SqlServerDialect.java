package io.mintmark.jdbc.database;

import io.mintmark.jdbc.internal.OwnTable;
import io.mintmark.jdbc.internal.ScalarQuery;
import io.mintmark.jdbc.internal.SequenceValues;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * SQL Server 2012 and newer, by its documentation: what is sent and how it is judged was replayed, and never run
 * against a server. So no counter in it is called durable.
 *
 * <p>Values of a sequence come from the server, and not from a session, also where they are cached. What the catalog
 * shows is the value drawn last, or the start where none was drawn.
 */
final class SqlServerDialect extends Dialect {
    private static final int NAME_LENGTH_MAX = 128;
    private static final int TINYINT_MAX = 255;

    /** Deadlock, lock timeout, row changed since the snapshot; the last three are Azure's, which moves a database. */
    private static final Set<Integer> LOST_RACES = Set.of(1205, 1222, 3960, 40197, 40501, 40613);

    /** Unknown table, column, schema. */
    private static final Set<Integer> NOT_THERE = Set.of(208, 207, 2760);

    /** Two keys alike in a primary key or a unique index, an object of that name. */
    private static final Set<Integer> ALREADY_THERE = Set.of(2627, 2601, 2714);

    private static final int AT_END = 11728;
    private static final int FEWER_LEFT = 11732;

    private static final String STATE = "SELECT CAST(q.start_value AS bigint), CAST(q.increment AS bigint), "
            + atMostALong("q.current_value") + ", " + atMostALong("q.maximum_value") + ", CAST(q.is_cycling AS int),"
            + " CASE WHEN q.is_cached = 0 THEN 1 ELSE COALESCE(q.cache_size, 0) END, CAST(q.is_exhausted AS int)";

    private static final String STEP = "SELECT CAST(q.increment AS bigint), CAST(q.is_cycling AS int)";

    /** A database may compare names without regard to case; a counter is found by each letter. */
    private static final String OF_THAT_NAME = " FROM sys.sequences q JOIN sys.schemas s ON s.schema_id = q.schema_id"
            + " WHERE s.name = COALESCE(NULLIF(?, ''), SCHEMA_NAME())"
            + " AND q.name COLLATE Latin1_General_100_BIN2 = ?";

    private static final String SOME = "SET NOCOUNT ON; DECLARE @first sql_variant, @last sql_variant;"
            + " EXEC sys.sp_sequence_get_range @sequence_name = ?, @range_size = ?,"
            + " @range_first_value = @first OUTPUT, @range_last_value = @last OUTPUT;"
            + " SELECT CAST(@first AS bigint), CAST(@last AS bigint)";

    SqlServerDialect() {
        super("SQL Server");
    }

    /** A sequence may be of a type that is wider than a long; for us its numbers end there. */
    private static String atMostALong(String column) {
        return "COALESCE(TRY_CAST(" + column + " AS bigint), " + Long.MAX_VALUE + ")";
    }

    @Override
    public boolean serves(String product) {
        return product.equalsIgnoreCase("Microsoft SQL Server");
    }

    /** {@inheritDoc} In brackets, which mean a name whatever QUOTED_IDENTIFIER says. */
    @Override
    public String quote(String identifier) {
        if (identifier.length() > NAME_LENGTH_MAX) {
            throw new IllegalArgumentException("a name in SQL Server must have at most " + NAME_LENGTH_MAX
                    + " characters: " + identifier + " has " + identifier.length() + "; shorten it");
        }
        return '[' + SqlName.requireIdentifier(identifier).replace("]", "]]") + ']';
    }

    @Override
    public String ownTable(String table) {
        return "IF OBJECT_ID(N'" + table.replace("'", "''") + "', N'U') IS NULL CREATE TABLE " + table + " ("
                + quote(OwnTable.NAME) + " " + ownNameType() + " NOT NULL PRIMARY KEY, "
                + quote(OwnTable.LAST_NUMBER) + " BIGINT NOT NULL, " + quote(OwnTable.SERIAL) + " BIGINT NOT NULL)";
    }

    @Override
    protected String ownNameType() {
        return "N" + super.ownNameType() + " COLLATE Latin1_General_100_BIN2";
    }

    @Override
    public String lockingSelect() {
        return "";
    }

    /** {@inheritDoc} A plain SELECT would see an older row where READ_COMMITTED_SNAPSHOT is on. */
    @Override
    public String lockedTable(String table) {
        return table + " WITH (UPDLOCK, ROWLOCK)";
    }

    /** {@inheritDoc} TINYINT has no sign here. */
    @Override
    public ColumnType column(ResultSetMetaData columns, int at) throws SQLException {
        ColumnType type = super.column(columns, at);
        boolean tiny = type.name().toLowerCase(Locale.ROOT).startsWith("tinyint");
        return tiny ? new ColumnType(false, TINYINT_MAX, type.name()) : type;
    }

    @Override
    public Optional<SequenceState> sequence(Connection connection, SqlName sequence) throws SQLException {
        return ofThatName(connection, STATE, SqlServerDialect::state, sequence);
    }

    private static <T> Optional<T> ofThatName(
            Connection connection, String select, ScalarQuery.Reader<T> reader, SqlName sequence) throws SQLException {
        return ScalarQuery.first(connection, reader, select + OF_THAT_NAME, sequence.schema(), sequence.name());
    }

    /** The start is the value drawn last, too, once it was drawn: the next one may be either. */
    private static SequenceState state(ResultSet row) throws SQLException {
        long start = row.getLong(1);
        long increment = row.getLong(2);
        long current = row.getLong(3);
        long last = row.getLong(4);
        OptionalLong next =
                current == start ? OptionalLong.of(start) : SequenceValues.following(current, increment, last);
        boolean ended = row.getInt(7) != 0 || next.isEmpty();
        return new SequenceState(
                start,
                increment,
                ended ? OptionalLong.empty() : next,
                last,
                row.getInt(5) != 0,
                row.getLong(6),
                ended,
                Optional.empty());
    }

    @Override
    public Optional<SequenceStep> step(Connection connection, SqlName sequence) throws SQLException {
        return ofThatName(connection, STEP, row -> new SequenceStep(row.getLong(1), row.getInt(2) != 0), sequence);
    }

    /** {@inheritDoc} SQL Server shows a login what it may use, and no other. */
    @Override
    public List<CatalogName> sequences(Connection connection) throws SQLException {
        return names(
                connection,
                "SELECT s.name, q.name FROM sys.sequences q JOIN sys.schemas s ON s.schema_id = q.schema_id"
                        + " ORDER BY 1, 2");
    }

    @Override
    public List<CatalogTable> tables(Connection connection) throws SQLException {
        return tables(
                connection,
                "SELECT s.name, t.name, c.name FROM sys.tables t JOIN sys.schemas s ON s.schema_id = t.schema_id"
                        + " JOIN sys.columns c ON c.object_id = t.object_id WHERE t.is_ms_shipped = 0"
                        + " ORDER BY 1, 2, c.column_id");
    }

    @Override
    public String schema(Connection connection) throws SQLException {
        return text(connection, "SELECT SCHEMA_NAME()");
    }

    /** {@inheritDoc} A range of values is drawn at once; where fewer are left, one. */
    @Override
    public List<Long> drawSome(Connection connection, SqlName sequence, int most) throws SQLException {
        try {
            return range(connection, sequence, most).values(most);
        } catch (SQLException e) {
            if (e.getErrorCode() != FEWER_LEFT) {
                throw e;
            }
            return List.of(draw(connection, sequence));
        }
    }

    /** Values that were drawn together, from the first to the last. */
    private record Drawn(long first, long last) {
        List<Long> values(int count) {
            long step = count == 1 ? 0 : (last - first) / (count - 1);
            List<Long> values = new ArrayList<>(count);
            for (int i = 0; i < count; i++) {
                values.add(first + i * step);
            }
            return values;
        }
    }

    private Drawn range(Connection connection, SqlName sequence, long count) throws SQLException {
        return ScalarQuery.first(
                        connection, row -> new Drawn(row.getLong(1), row.getLong(2)), SOME, quote(sequence), count)
                .orElseThrow(() -> new SQLException("a range of a sequence must be answered by a row: " + sequence));
    }

    /** {@inheritDoc} Not by ALTER SEQUENCE, which would lower a sequence that somebody else moved on meanwhile. */
    @Override
    public long raise(Connection connection, SqlName sequence, SequenceState state, long target, long drawsMax)
            throws SQLException {
        long value = draw(connection, sequence);
        if (value >= target - state.increment()) {
            return value;
        }
        long missing = (target - state.increment() - value - 1) / state.increment() + 1;
        return range(connection, sequence, Math.min(missing, drawsMax - 1)).last();
    }

    @Override
    public Durability durability(Connection connection) throws SQLException {
        String delayed =
                text(connection, "SELECT delayed_durability_desc FROM sys.databases WHERE database_id = DB_ID()");
        return new Durability(
                false, "delayed_durability=" + delayed + "; SQL Server was never run with it, and is not judged");
    }

    @Override
    public Durability durability(Connection connection, CounterAccess counter) throws SQLException {
        if (counter.name().name().startsWith("#")) {
            throw UnsafeCounterException.onlyHere(counter.name().toString());
        }
        return durability(connection);
    }

    @Override
    public Optional<String> whyNotDrawn(Connection connection, SqlName sequence) throws SQLException {
        String updateability =
                text(connection, "SELECT CAST(DATABASEPROPERTYEX(DB_NAME(), 'Updateability') AS nvarchar(32))");
        if (updateability.equals("READ_ONLY")) {
            return Optional.of("the database is READ_ONLY");
        }
        boolean may = text(connection, "SELECT HAS_PERMS_BY_NAME(?, 'OBJECT', 'UPDATE')", quote(sequence))
                .equals("1");
        return may ? Optional.empty() : Optional.of("it has no UPDATE on it");
    }

    @Override
    public boolean isWorthRepeating(SQLException failure) {
        return LOST_RACES.contains(failure.getErrorCode()) || super.isWorthRepeating(failure);
    }

    @Override
    public boolean isNotThere(SQLException failure) {
        return NOT_THERE.contains(failure.getErrorCode());
    }

    @Override
    public boolean isAlreadyThere(SQLException failure) {
        return ALREADY_THERE.contains(failure.getErrorCode());
    }

    @Override
    public boolean isAtEnd(SQLException failure) {
        return failure.getErrorCode() == AT_END;
    }
}
