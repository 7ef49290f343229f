package io.mintmark.storage.postgresql.write;

import io.mintmark.storage.postgresql.sql.SqlScript;
import io.mintmark.storage.postgresql.sql.StoreAge;
import io.mintmark.storage.row.Ticks;
import io.mintmark.storage.write.AnswerLimits;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/**
 * Forgets old leases and answers, a slice at a time, between two groups. Used by the writer thread only.
 *
 * <p><b>Why it is safe.</b> The latest lease of a counter stays whatever its age. Any other one only serves to become
 * the latest again when a later one goes back unused; once it is gone it is not found, and its numbers are a gap. What
 * is gone of a counter is kept, so that nobody takes numbers for a gap whose record is gone.
 *
 * <p>All nodes forget what is too old, whoever wrote it; each keeps its own claim to the limit. Leases of one claim
 * grow older with their serials, so the walk leaves a claim at the first one that stays. Their age is the clock's: one
 * that is forgotten too early is a gap. An answer that is forgotten too early is a second number for one request, so
 * {@link AnswerLimits} says how many are kept, and the age of the store, which no clock moves, how long more of them
 * are.
 */
final class Forgetting extends RestingTidying {
    private static final int CLAIM_BITS = 40;
    private static final String LEASES =
            "SELECT serial, reserved FROM lease WHERE database = ? AND serial > ? ORDER BY serial LIMIT " + SLICE;
    private static final String FORGET_LEASES = "WITH gone AS (DELETE FROM lease WHERE database = ? AND serial = ANY(?)"
            + " AND NOT EXISTS (SELECT 1 FROM counter WHERE counter.database = lease.database"
            + " AND counter.key = lease.counter AND counter.latest = lease.serial) RETURNING counter, high)"
            + " INSERT INTO lease_horizon AS h (database, counter, leases_to, leases_at, cuts_to)"
            + " SELECT ?::bigint, counter, max(high), ?::bigint, 0 FROM gone GROUP BY counter ORDER BY counter"
            + " ON CONFLICT (database, counter) DO UPDATE SET leases_to = greatest(h.leases_to, excluded.leases_to),"
            + " leases_at = CASE WHEN h.leases_at IS NULL AND h.leases_to > excluded.leases_to THEN NULL"
            + " ELSE excluded.leases_at END";

    private static final String ANSWERS = "(SELECT coalesce(sum(answers), 0) FROM node_state WHERE database = ?)";
    private static final String OLD_ANSWERS = "SELECT request FROM identity_request WHERE database = ? AND (answered < "
            + StoreAge.SQL + " - " + StoreAge.SECOND_OF_ALL + " * ? OR " + ANSWERS + " > ?)"
            + " ORDER BY answered LIMIT least(" + SLICE + ", greatest(0, " + ANSWERS + " - ?))";
    private static final String FORGET_ANSWERS = "WITH gone AS (DELETE FROM identity_request WHERE database = ?"
            + " AND request = ANY(ARRAY(" + OLD_ANSWERS + ")) RETURNING 1)"
            + " UPDATE node_state SET answers = answers - (SELECT count(*) FROM gone)"
            + " WHERE database = ? AND node = ? AND lane = ? AND EXISTS (SELECT 1 FROM gone)"
            + " RETURNING (SELECT count(*) FROM gone)";

    private final long database;
    private final DatabaseContext.LeaseLimits limits;
    private final AnswerLimits answers;
    private final LaneState state;
    private final InstantSource clock;

    private long walkedTo;
    private boolean moreAnswers;

    Forgetting(long database, DatabaseContext with, LaneState state) {
        super(with.ticker());
        this.database = database;
        this.limits = with.leases();
        this.answers = with.answers();
        this.state = state;
        this.clock = with.clock();
    }

    @Override
    long tidy(Connection connection) throws SQLException {
        List<Long> old = new ArrayList<>();
        Walk walk = new Walk(old);
        new SqlScript().query(LEASES, walk::see, database, walkedTo).run(connection);
        SqlScript script = unhurried();
        if (!old.isEmpty()) {
            script.update(FORGET_LEASES, database, old.toArray(Long[]::new), database, Ticks.of(clock.instant()));
        }
        moreAnswers = false;
        script.query(
                        FORGET_ANSWERS,
                        row -> moreAnswers = row.getLong(1) == SLICE,
                        database,
                        database,
                        answers.age().toSeconds(),
                        database,
                        answers.most(),
                        database,
                        answers.kept(),
                        database,
                        state.node(),
                        state.lane())
                .run(connection);
        connection.commit();
        walkedTo = walk.end();
        return walkedTo == 0 && !moreAnswers ? PASS_NANOS : 0;
    }

    /** One slice of leases. */
    private final class Walk {
        private final List<Long> old;
        private final long oldestKept = Ticks.of(clock.instant()) - Ticks.of(limits.retention());
        private int seen;
        private long last;
        private boolean leavesClaim;

        Walk(List<Long> old) {
            this.old = old;
        }

        void see(ResultSet row) throws SQLException {
            seen++;
            if (leavesClaim) {
                return;
            }
            last = row.getLong(1);
            if (row.getLong(2) < oldestKept || isBeyondLimit(last)) {
                old.add(last);
            } else {
                leavesClaim = true;
            }
        }

        private boolean isBeyondLimit(long serial) {
            return serial >> CLAIM_BITS == state.epoch() && serial <= state.serial() - limits.leasesMax();
        }

        /** Returns after which serial the next slice begins; 0 when all were seen. */
        long end() {
            if (leavesClaim) {
                return ((last >> CLAIM_BITS) + 1) << CLAIM_BITS;
            }
            return seen == SLICE ? last : 0;
        }
    }
}
