package io.mintmark.jdbc.database;

import io.mintmark.jdbc.internal.ScalarQuery;
import io.mintmark.jdbc.internal.SequenceValues;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** PostgreSQL 10 and newer. */
final class PostgresDialect extends Dialect {
    private static final long DRAWS_PER_STATEMENT = 10_000;

    /** Another session created it meanwhile: duplicate key, duplicate table, duplicate object. */
    private static final Set<String> CREATED_MEANWHILE = Set.of("23505", "42P07", "42710");

    /** Undefined table, column, schema. */
    private static final Set<String> NOT_THERE = Set.of("42P01", "42703", "3F000");

    private static final int NAME_BYTES_MAX = 63;

    private static final String LOG_IS_SYNCED = "pg_current_wal_flush_lsn() >= pg_current_wal_insert_lsn()";

    /**
     * Yields no more rows than values are left, and one at least: a statement that comes to the end loses those that it
     * drew. The value drawn last shows to a login that may use or read the sequence, and not to one that may only
     * update it.
     */
    private static final String NO_MORE_THAN_LEFT = "pg_catalog.pg_sequence s, generate_series(1, CAST(greatest(1,"
            + " least(?, div(CAST(s.seqmax AS numeric) - coalesce(CASE WHEN"
            + " has_sequence_privilege(s.seqrelid, 'USAGE, SELECT') THEN pg_sequence_last_value(s.seqrelid) END,"
            + " s.seqstart), s.seqincrement))) AS bigint)) WHERE s.seqrelid = CAST(? AS regclass)";

    private static final String COLUMN_NAME = "SELECT min(c.relname || '.' || a.attname) FROM pg_catalog.pg_depend d";

    /** A column whose default is the sequence's next value, or else the one that it is the identity of. */
    private static final String PLAIN_COLUMN = "coalesce((" + COLUMN_NAME
            + " JOIN pg_catalog.pg_attrdef f ON f.oid = d.objid JOIN pg_catalog.pg_class c ON c.oid = f.adrelid"
            + " JOIN pg_catalog.pg_attribute a ON a.attrelid = f.adrelid AND a.attnum = f.adnum"
            + " WHERE d.classid = 'pg_catalog.pg_attrdef'::regclass AND d.refclassid = 'pg_catalog.pg_class'::regclass"
            + " AND d.refobjid = s.seqrelid), (" + COLUMN_NAME
            + " JOIN pg_catalog.pg_class c ON c.oid = d.refobjid"
            + " JOIN pg_catalog.pg_attribute a ON a.attrelid = d.refobjid AND a.attnum = d.refobjsubid"
            + " WHERE d.classid = 'pg_catalog.pg_class'::regclass AND d.objid = s.seqrelid AND d.deptype = 'i'))";

    PostgresDialect() {
        super("PostgreSQL");
    }

    @Override
    public Optional<String> returning(String update, String columns) {
        return Optional.of(update + " RETURNING " + columns);
    }

    @Override
    public Optional<SequenceState> sequence(Connection connection, SqlName sequence) throws SQLException {
        String sql = "SELECT seqstart, seqincrement, seqmax, seqcycle, seqcache, " + PLAIN_COLUMN
                + " FROM pg_catalog.pg_sequence s WHERE seqrelid = to_regclass(CAST(? AS text))";
        return ScalarQuery.first(connection, row -> state(connection, sequence, row), sql, quote(sequence));
    }

    private SequenceState state(Connection connection, SqlName sequence, ResultSet row) throws SQLException {
        Optional<String> plainColumn = Optional.ofNullable(row.getString(6));
        long increment = row.getLong(2);
        long last = row.getLong(3);
        boolean shown = row.getLong(5) == 1;
        OptionalLong next =
                shown ? SequenceValues.ofPostgres(connection, quote(sequence), increment, last) : OptionalLong.empty();
        boolean ended = shown && next.isEmpty();
        return new SequenceState(
                row.getLong(1), increment, next, last, row.getBoolean(4), row.getLong(5), ended, plainColumn);
    }

    @Override
    public Optional<SequenceStep> step(Connection connection, SqlName sequence) throws SQLException {
        String sql = "SELECT seqincrement, seqcycle FROM pg_catalog.pg_sequence"
                + " WHERE seqrelid = to_regclass(CAST(? AS text))";
        return ScalarQuery.first(
                connection, row -> new SequenceStep(row.getLong(1), row.getBoolean(2)), sql, quote(sequence));
    }

    @Override
    public List<CatalogName> sequences(Connection connection) throws SQLException {
        return names(connection, "SELECT schemaname, sequencename FROM pg_catalog.pg_sequences ORDER BY 1, 2");
    }

    /** {@inheritDoc} The information schema would leave out those that this user may not read. */
    @Override
    public List<CatalogTable> tables(Connection connection) throws SQLException {
        return tables(
                connection,
                "SELECT n.nspname, c.relname, a.attname FROM pg_catalog.pg_attribute a"
                        + " JOIN pg_catalog.pg_class c ON c.oid = a.attrelid"
                        + " JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace"
                        + " WHERE c.relkind IN ('r', 'p', 'f') AND NOT c.relispartition AND a.attnum > 0"
                        + " AND NOT a.attisdropped AND n.nspname NOT IN ('pg_catalog', 'information_schema')"
                        + " AND NOT pg_catalog.pg_is_other_temp_schema(n.oid) ORDER BY 1, 2, a.attnum");
    }

    /** {@inheritDoc} PostgreSQL would cut a longer one off, so that two become one. */
    @Override
    public String quote(String identifier) {
        int bytes = identifier.getBytes(StandardCharsets.UTF_8).length;
        if (bytes > NAME_BYTES_MAX) {
            throw new IllegalArgumentException("a name in PostgreSQL must have at most " + NAME_BYTES_MAX
                    + " bytes, because it cuts longer ones off and two become one: " + identifier + " has " + bytes
                    + "; shorten it, or give it as the catalog has it");
        }
        return super.quote(identifier);
    }

    /** {@inheritDoc} On a replica every transaction is read-only. */
    @Override
    public Optional<String> whyNotDrawn(Connection connection, SqlName sequence) throws SQLException {
        if (text(connection, "SHOW transaction_read_only").equals("on")) {
            return Optional.of("transaction_read_only=on");
        }
        boolean may = text(connection, "SELECT has_sequence_privilege(?, 'USAGE, UPDATE')", quote(sequence))
                .startsWith("t");
        return may ? Optional.empty() : Optional.of("it has neither USAGE nor UPDATE on it");
    }

    @Override
    public boolean isNotThere(SQLException failure) {
        return NOT_THERE.contains(String.valueOf(failure.getSQLState()));
    }

    @Override
    public long draw(Connection connection, SqlName sequence) throws SQLException {
        return drawSome(connection, sequence, 1).get(0);
    }

    /**
     * {@inheritDoc}
     *
     * <p>A sequence is logged 32 values ahead, in the transaction that draws the first of them, and only that
     * transaction syncs the log. If it is still open, the values that others draw rest on a record which is perhaps not
     * on the disk, so that they come again after a crash. They are synced here unless this very draw was logged, or all
     * of the log is synced.
     */
    @Override
    public List<Long> drawSome(Connection connection, SqlName sequence, int most) throws SQLException {
        String sql = "SELECT nextval(CAST(? AS regclass)), txid_current_if_assigned() IS NOT NULL OR " + LOG_IS_SYNCED
                + " FROM " + (most == 1 ? "generate_series(1, ?)" : NO_MORE_THAN_LEFT);
        List<Long> values = new ArrayList<>(most);
        boolean synced = false;
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, quote(sequence));
            statement.setInt(2, most);
            if (most > 1) {
                statement.setString(3, quote(sequence));
            }
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    values.add(rows.getLong(1));
                    synced = rows.getBoolean(2);
                }
            }
        }
        if (!synced) {
            sync(connection);
        }
        return values;
    }

    /** Commits a message that nobody reads, since a commit syncs the log up to its own record. */
    private static void sync(Connection connection) throws SQLException {
        text(connection, "SELECT pg_logical_emit_message(true, 'mintmark', '')");
    }

    /** {@inheritDoc} Not by setval, which would lower a sequence that somebody else moved on meanwhile. */
    @Override
    public long raise(Connection connection, SqlName sequence, SequenceState state, long target, long drawsMax)
            throws SQLException {
        long value = draw(connection, sequence);
        for (long draws = 1; value < target - state.increment() && draws < drawsMax; ) {
            long missing = (target - state.increment() - value - 1) / state.increment() + 1;
            long some = Math.min(Math.min(missing, DRAWS_PER_STATEMENT), drawsMax - draws);
            value = number(
                    connection,
                    "SELECT max(nextval(CAST(? AS regclass))) FROM generate_series(1, ?)",
                    quote(sequence),
                    some);
            draws += some;
        }
        if (text(connection, "SELECT " + LOG_IS_SYNCED).equals("f")) {
            sync(connection);
        }
        return value;
    }

    @Override
    public Durability durability(Connection connection) throws SQLException {
        String fsync = text(connection, "SHOW fsync");
        String commit = text(connection, "SHOW synchronous_commit");
        String pages = text(connection, "SHOW full_page_writes");
        boolean durable = fsync.equals("on") && !commit.equals("off") && pages.equals("on");
        return new Durability(
                durable, "fsync=" + fsync + ", synchronous_commit=" + commit + ", full_page_writes=" + pages);
    }

    @Override
    public Durability durability(Connection connection, CounterAccess counter) throws SQLException {
        String name = quote(counter.name());
        return durability(connection)
                .unless(
                        counter instanceof CounterAccess.Function
                                ? PostgresStorage.whyFunctionNotDurable(connection, name)
                                : PostgresStorage.whyNotDurable(connection, name));
    }

    /** {@inheritDoc} The driver calls an oid a bigint, and it begins again after 32 bits. */
    @Override
    public ColumnType column(ResultSetMetaData columns, int at) throws SQLException {
        ColumnType type = super.column(columns, at);
        return type.name().equals("oid") ? ColumnType.unfit(type.name()) : type;
    }

    @Override
    public boolean isWorthRepeating(SQLException failure) {
        String state = String.valueOf(failure.getSQLState());
        return super.isWorthRepeating(failure) || state.startsWith("57P") || state.equals("55P03");
    }

    @Override
    public boolean isAlreadyThere(SQLException failure) {
        return CREATED_MEANWHILE.contains(String.valueOf(failure.getSQLState()));
    }
}
