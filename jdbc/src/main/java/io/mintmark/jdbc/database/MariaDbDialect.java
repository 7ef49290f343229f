package io.mintmark.jdbc.database;

import io.mintmark.jdbc.internal.JdbcSecrets;
import io.mintmark.jdbc.internal.ScalarQuery;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** MariaDB 10.5 and newer with InnoDB. */
final class MariaDbDialect extends MySqlFamily {

    private static final int RUN_OUT = 4084;

    MariaDbDialect() {
        super("MariaDB");
    }

    @Override
    public Optional<SequenceState> sequence(Connection connection, SqlName sequence) throws SQLException {
        if (!isSequence(connection, sequence)) {
            return Optional.empty();
        }
        // Since 11.5 a sequence may be of numbers without a sign, which end beyond a long.
        String sql = "SELECT start_value, increment, least(next_not_cached_value, " + Long.MAX_VALUE
                + "), least(maximum_value, " + Long.MAX_VALUE + "), cycle_option, cache_size FROM "
                + quote(sequence);
        return ScalarQuery.first(connection, MariaDbDialect::state, sql);
    }

    private static SequenceState state(ResultSet row) throws SQLException {
        boolean shown = row.getLong(6) <= 1;
        boolean ended = shown && row.getLong(2) > 0 && row.getLong(3) > row.getLong(4);
        return new SequenceState(
                row.getLong(1),
                row.getLong(2),
                shown && !ended ? OptionalLong.of(row.getLong(3)) : OptionalLong.empty(),
                row.getLong(4),
                row.getLong(5) != 0,
                row.getLong(6),
                ended,
                Optional.empty());
    }

    @Override
    public List<CatalogName> sequences(Connection connection) throws SQLException {
        return names(
                connection,
                "SELECT table_schema, table_name FROM information_schema.tables WHERE table_type = 'SEQUENCE' ORDER BY 1, 2");
    }

    /** {@inheritDoc} Asks for a value of no row: rights are checked, and nothing is drawn. */
    @Override
    public Optional<String> whyNotDrawn(Connection connection, SqlName sequence) throws SQLException {
        try {
            text(connection, "SELECT NEXTVAL(" + quote(sequence) + ") FROM (SELECT 1 AS one) nothing WHERE 1 = 0");
            return Optional.empty();
        } catch (SQLException e) {
            if (isWorthRepeating(e)) {
                throw e;
            }
            return Optional.of(JdbcSecrets.told(e));
        }
    }

    @Override
    public boolean isAtEnd(SQLException failure) {
        return failure.getErrorCode() == RUN_OUT;
    }

    /**
     * {@inheritDoc}
     *
     * <p>A draw is written to InnoDB's log and not waited for, whatever the setting: 20 values that were drawn one by
     * one came again when 11.4.5 was killed right after. The next commit of any transaction on that server syncs them,
     * too, so that an id which was stored there is safe.
     */
    @Override
    public Durability durability(Connection connection, CounterAccess counter) throws SQLException {
        Durability found = super.durability(connection, counter);
        return counter instanceof CounterAccess.Sequence
                ? found.unless(List.of("MariaDB does not sync a draw before a transaction is committed after it"))
                : found;
    }

    private static boolean isSequence(Connection connection, SqlName sequence) throws SQLException {
        return number(
                        connection,
                        "SELECT count(*) FROM information_schema.tables WHERE table_type = 'SEQUENCE'"
                                + " AND table_schema = coalesce(nullif(?, ''), database()) AND table_name = ?",
                        sequence.schema(),
                        sequence.name())
                > 0;
    }

    /**
     * {@inheritDoc}
     *
     * <p>SETVAL never lowers, here; values below that were handed out before stay handed out. A value off the start's
     * line would be taken as well, and a look would then hold it for one that somebody set by hand.
     */
    @Override
    public long raise(Connection connection, SqlName sequence, SequenceState state, long target, long drawsMax)
            throws SQLException {
        long behind = Math.floorMod(state.start() - target, state.increment());
        long next = behind <= state.last() - target ? target + behind : target;
        // SETVAL binds no parameters; a long cannot carry SQL.
        text(connection, "SELECT SETVAL(" + quote(sequence) + ", " + next + ", 0)");
        return super.raise(connection, sequence, state, target, drawsMax);
    }

    @Override
    public boolean raisesAtOnce() {
        return true;
    }
}
