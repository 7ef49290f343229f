package io.mintmark.storage.postgresql.write;

import io.mintmark.storage.row.Ticks;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.InstantSource;

/**
 * Prunes the log of cut ranges, a slice at a time, and keeps how much of it is gone. Used by the writer thread only.
 *
 * <p>All nodes forget what is too old, whoever logged it; each keeps its own part to its bytes. A part grows older with
 * its places, so its oldest chunks are all that is looked at.
 */
final class ForgottenCuts extends RestingTidying {
    /** How many bytes of cut ranges a node keeps of a database, with their rows. */
    static final long LOG_BYTES_MAX = 1L << 26;

    private static final int CHUNKS = 64;
    private static final String END =
            "(SELECT max(place) FROM lease_cut WHERE database = s.database AND node = s.node)";
    private static final String OLD = "SELECT s.node, old.place FROM node_state s CROSS JOIN LATERAL"
            + " (SELECT place, last FROM lease_cut c WHERE c.database = s.database AND c.node = s.node"
            + " ORDER BY place LIMIT " + CHUNKS + ") old WHERE s.database = ? AND s.lane = 'counters'"
            + " AND (old.last < ? OR (s.node = ? AND old.place <= " + END + " - " + LOG_BYTES_MAX + "))";
    private static final String FORGET = "WITH gone AS (DELETE FROM lease_cut WHERE database = ?"
            + " AND (node, place) IN (" + OLD + ") RETURNING counter, high),"
            + " noted AS (INSERT INTO lease_horizon AS h (database, counter, leases_to, cuts_to, cuts_at)"
            + " SELECT ?::bigint, counter, 0, max(high), ?::bigint FROM gone GROUP BY counter ORDER BY counter"
            + " ON CONFLICT (database, counter) DO UPDATE SET cuts_to = greatest(h.cuts_to, excluded.cuts_to),"
            + " cuts_at = excluded.cuts_at) SELECT count(*) FROM gone";

    private final long database;
    private final DatabaseContext.LeaseLimits limits;
    private final LaneState state;
    private final InstantSource clock;
    private boolean more;

    ForgottenCuts(long database, DatabaseContext with, LaneState state) {
        super(with.ticker());
        this.database = database;
        this.limits = with.leases();
        this.state = state;
        this.clock = with.clock();
    }

    @Override
    long tidy(Connection connection) throws SQLException {
        long now = Ticks.of(clock.instant());
        unhurried()
                .query(
                        FORGET,
                        row -> more = row.getLong(1) >= CHUNKS,
                        database,
                        database,
                        now - Ticks.of(limits.retention()),
                        state.node(),
                        database,
                        now)
                .run(connection);
        connection.commit();
        return more ? 0 : PASS_NANOS;
    }
}
