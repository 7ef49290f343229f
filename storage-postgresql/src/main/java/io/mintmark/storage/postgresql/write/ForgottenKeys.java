package io.mintmark.storage.postgresql.write;

import io.mintmark.storage.postgresql.sql.StoreAge;
import io.mintmark.storage.write.AnswerLimits;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * Forgets old answers to requests that take place once, a slice at a time. Used by the writer thread only.
 *
 * <p>As other answers, they go by their number and by the age of the store, which no clock moves. Where there are more
 * than may be, none goes before its time: a new key is refused instead.
 */
final class ForgottenKeys extends RestingTidying {
    private static final String KEPT = "(SELECT coalesce(sum(keyed), 0) FROM node_state WHERE database = ?)";
    private static final String OLD = "SELECT key FROM keyed_answer WHERE database = ? AND answered < " + StoreAge.SQL
            + " - " + StoreAge.SECOND_OF_ALL + " * ? ORDER BY answered LIMIT least(" + SLICE + ", greatest(0, " + KEPT
            + " - ?))";
    private static final String FORGET = "WITH gone AS (DELETE FROM keyed_answer WHERE database = ?"
            + " AND key = ANY(ARRAY(" + OLD + ")) RETURNING 1)"
            + " UPDATE node_state SET keyed = keyed - (SELECT count(*) FROM gone)"
            + " WHERE database = ? AND node = ? AND lane = ? AND EXISTS (SELECT 1 FROM gone)"
            + " RETURNING (SELECT count(*) FROM gone)";

    private final long database;
    private final AnswerLimits limits;
    private final LaneState state;
    private boolean more;

    ForgottenKeys(long database, DatabaseContext with, LaneState state) {
        super(with.ticker());
        this.database = database;
        this.limits = with.answers();
        this.state = state;
    }

    @Override
    long tidy(Connection connection) throws SQLException {
        more = false;
        unhurried()
                .query(
                        FORGET,
                        row -> more = row.getLong(1) == SLICE,
                        database,
                        database,
                        limits.age().toSeconds(),
                        database,
                        limits.kept(),
                        database,
                        state.node(),
                        state.lane())
                .run(connection);
        connection.commit();
        return more ? 0 : PASS_NANOS;
    }
}
