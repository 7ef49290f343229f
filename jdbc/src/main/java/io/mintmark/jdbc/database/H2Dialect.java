package io.mintmark.jdbc.database;

import io.mintmark.jdbc.internal.ScalarQuery;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** H2 2 and newer. */
final class H2Dialect extends Dialect {
    /** Lock timeout, concurrent update, table or object created by another connection meanwhile. */
    private static final Set<Integer> LOST_RACES = Set.of(50200, 90131);

    private static final int TABLE_EXISTS = 42101;

    private static final int NO_SCHEMA = 90079;
    private static final int RUN_OUT = 90006;

    H2Dialect() {
        super("H2");
    }

    @Override
    public Optional<String> returning(String update, String columns) {
        return Optional.of("SELECT " + columns + " FROM FINAL TABLE (" + update + ")");
    }

    @Override
    public Optional<SequenceState> sequence(Connection connection, SqlName sequence) throws SQLException {
        String sql = "SELECT * FROM INFORMATION_SCHEMA.SEQUENCES"
                + " WHERE SEQUENCE_SCHEMA = COALESCE(NULLIF(?, ''), CURRENT_SCHEMA) AND SEQUENCE_NAME = ?";
        return ScalarQuery.first(connection, H2Dialect::state, sql, sequence.schema(), sequence.name());
    }

    /** The next value is NULL once there is none. */
    private static SequenceState state(ResultSet row) throws SQLException {
        long next = row.getLong("BASE_VALUE");
        boolean ended = row.wasNull();
        return new SequenceState(
                row.getLong("START_VALUE"),
                row.getLong("INCREMENT"),
                ended ? OptionalLong.empty() : OptionalLong.of(next),
                row.getLong("MAXIMUM_VALUE"),
                row.getString("CYCLE_OPTION").equals("YES"),
                row.getLong("CACHE"),
                ended,
                Optional.empty());
    }

    @Override
    public List<CatalogName> sequences(Connection connection) throws SQLException {
        return names(
                connection, "SELECT SEQUENCE_SCHEMA, SEQUENCE_NAME FROM INFORMATION_SCHEMA.SEQUENCES ORDER BY 1, 2");
    }

    @Override
    public List<CatalogTable> tables(Connection connection) throws SQLException {
        return tables(
                connection,
                "SELECT c.TABLE_SCHEMA, c.TABLE_NAME, c.COLUMN_NAME FROM INFORMATION_SCHEMA.COLUMNS c"
                        + " JOIN INFORMATION_SCHEMA.TABLES t USING (TABLE_SCHEMA, TABLE_NAME)"
                        + " WHERE t.TABLE_TYPE LIKE '%BASE TABLE' AND c.TABLE_SCHEMA <> 'INFORMATION_SCHEMA'"
                        + " ORDER BY 1, 2, c.ORDINAL_POSITION");
    }

    @Override
    public boolean isNotThere(SQLException failure) {
        return failure.getErrorCode() == NO_SCHEMA || super.isNotThere(failure);
    }

    @Override
    public boolean isAtEnd(SQLException failure) {
        return failure.getErrorCode() == RUN_OUT;
    }

    /** {@inheritDoc} H2 is never more than best effort: its commits do not wait for the disk. */
    @Override
    public Durability durability(Connection connection) throws SQLException {
        boolean inMemory =
                text(connection, "SELECT coalesce(DATABASE_PATH(), '')").isEmpty();
        return new Durability(
                false,
                "H2 does not wait for the disk when it commits" + (inMemory ? ", and this one is in memory" : ""));
    }

    @Override
    public Durability durability(Connection connection, CounterAccess counter) throws SQLException {
        String type = text(
                connection,
                "SELECT TABLE_TYPE FROM INFORMATION_SCHEMA.TABLES WHERE TABLE_NAME = ?"
                        + " AND TABLE_SCHEMA = COALESCE(NULLIF(?, ''), CURRENT_SCHEMA)",
                counter.name().name(),
                counter.name().schema());
        if (type.equals("LOCAL TEMPORARY")) {
            throw UnsafeCounterException.onlyHere(counter.name().toString());
        }
        return durability(connection);
    }

    @Override
    public boolean isWorthRepeating(SQLException failure) {
        return LOST_RACES.contains(failure.getErrorCode()) || super.isWorthRepeating(failure);
    }

    @Override
    public boolean isAlreadyThere(SQLException failure) {
        return failure.getErrorCode() == TABLE_EXISTS || super.isAlreadyThere(failure);
    }
}
