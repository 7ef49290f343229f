package io.mintmark.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** PostgreSQL 10 and newer. */
final class PostgresDialect extends Dialect {
    private static final long DRAWS_PER_STATEMENT = 10_000;

    /** Created meanwhile by somebody else: duplicate table, duplicate object. */
    private static final Set<String> CREATED_MEANWHILE = Set.of("42P07", "42710");

    PostgresDialect() {
        super("PostgreSQL");
    }

    @Override
    public Optional<String> returning(String update, String columns) {
        return Optional.of(update + " RETURNING " + columns);
    }

    @Override
    public Optional<SequenceState> sequence(Connection connection, SqlName sequence) throws SQLException {
        String sql = "SELECT seqstart, seqincrement, seqmax, seqcycle, seqcache FROM pg_catalog.pg_sequence"
                + " WHERE seqrelid = to_regclass(CAST(? AS text))";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, quote(sequence));
            try (ResultSet row = statement.executeQuery()) {
                if (!row.next()) {
                    return Optional.empty();
                }
                long increment = row.getLong(2);
                return Optional.of(new SequenceState(
                        row.getLong(1),
                        increment,
                        row.getLong(5) > 1
                                ? OptionalLong.empty()
                                : OptionalLong.of(next(connection, sequence, increment)),
                        row.getLong(3),
                        row.getBoolean(4),
                        row.getLong(5)));
            }
        }
    }

    @Override
    public Optional<SequenceStep> step(Connection connection, SqlName sequence) throws SQLException {
        String sql = "SELECT seqincrement, seqcycle FROM pg_catalog.pg_sequence"
                + " WHERE seqrelid = to_regclass(CAST(? AS text))";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, quote(sequence));
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? Optional.of(new SequenceStep(row.getLong(1), row.getBoolean(2))) : Optional.empty();
            }
        }
    }

    private long next(Connection connection, SqlName sequence, long increment) throws SQLException {
        return number(
                connection,
                "SELECT CASE WHEN is_called THEN last_value + ? ELSE last_value END FROM " + quote(sequence),
                increment);
    }

    @Override
    public List<SqlName> sequences(Connection connection) throws SQLException {
        return names(connection, "SELECT schemaname, sequencename FROM pg_catalog.pg_sequences ORDER BY 1, 2");
    }

    @Override
    public long draw(Connection connection, SqlName sequence) throws SQLException {
        return number(connection, "SELECT nextval(CAST(? AS regclass))", quote(sequence));
    }

    @Override
    public List<Long> drawSome(Connection connection, SqlName sequence, int most) throws SQLException {
        String sql = "SELECT nextval(CAST(? AS regclass)) FROM generate_series(1, ?)";
        List<Long> values = new ArrayList<>(most);
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, quote(sequence));
            statement.setInt(2, most);
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    values.add(rows.getLong(1));
                }
            }
        }
        return values;
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
    public boolean isWorthRepeating(SQLException failure) {
        String state = String.valueOf(failure.getSQLState());
        return super.isWorthRepeating(failure) || state.startsWith("57P") || state.equals("55P03");
    }

    @Override
    public boolean isAlreadyThere(SQLException failure) {
        return super.isAlreadyThere(failure) || CREATED_MEANWHILE.contains(String.valueOf(failure.getSQLState()));
    }
}
