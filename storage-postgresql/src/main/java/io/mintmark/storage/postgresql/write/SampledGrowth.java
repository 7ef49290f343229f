package io.mintmark.storage.postgresql.write;

import io.mintmark.internal.Ticker;
import io.mintmark.storage.postgresql.catalog.DatabaseRow;
import io.mintmark.storage.postgresql.sql.SqlScript;
import io.mintmark.storage.write.Growth;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;

/**
 * Samples once an hour how far each number of a database has come, so that a backup of the store knows how fast they
 * grow; one node for all. An hour in which nobody wrote is none. Used by the writer thread only.
 */
final class SampledGrowth implements Tidying {
    private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(60);
    private static final long REST_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** Where each number stands, by the keys of {@link Growth}. */
    static final String ENDS = "SELECT '" + Growth.COUNTER + "' || key AS key, highest_end AS value FROM counter"
            + " WHERE database = ? UNION ALL SELECT '" + Growth.IDENTITY
            + "' || key, value FROM identity WHERE database = ?"
            + " UNION ALL SELECT '" + Growth.ETAG + "', coalesce(max(etag), 0) FROM node_state WHERE database = ?";

    private static final String GROWN =
            "WITH grown AS (SELECT e.key, e.value, e.value - coalesce(g.value, ?) AS more FROM ("
                    + ENDS
                    + ") e LEFT JOIN growth g ON g.database = ? AND g.key = e.key WHERE g.value IS DISTINCT FROM e.value),"
                    + " stored AS (INSERT INTO growth SELECT ?::bigint, key, value FROM grown"
                    + " ON CONFLICT (database, key) DO UPDATE SET value = excluded.value)"
                    + " SELECT coalesce(max(more), 0) FROM grown";
    private static final String PUT =
            "INSERT INTO growth VALUES (?, ?, ?) ON CONFLICT (database, key)" + " DO UPDATE SET value = excluded.value";

    /** How many transactions there were; another number at the next sample says that somebody wrote. */
    private static final String GROUPS = "groups";

    private final DatabaseRow database;
    private final Ticker ticker;
    private long dueAt;

    SampledGrowth(DatabaseRow database, Ticker ticker) {
        this.database = database;
        this.ticker = ticker;
        this.dueAt = ticker.nanos() + REST_NANOS;
    }

    @Override
    public boolean isDue() {
        return ticker.nanos() - dueAt >= 0;
    }

    @Override
    public void forgetSome(Connection connection) throws SQLException {
        new SqlScript().update(Forgetting.PATIENCE).update(Forgetting.NO_SYNC).run(connection);
        sampleIfDue(connection);
        connection.commit();
        dueAt = ticker.nanos() + LOOK_NANOS;
    }

    @Override
    public void failed() {
        dueAt = ticker.nanos() + LOOK_NANOS;
    }

    /** The row of the moment is locked from here on, so one node samples and the others see that it did. */
    private void sampleIfDue(Connection connection) throws SQLException {
        new SqlScript()
                .update(
                        "INSERT INTO growth VALUES (?, ?, 0) ON CONFLICT DO NOTHING",
                        database.number(),
                        Growth.Row.MOMENT.key())
                .run(connection);
        long last = one(
                connection,
                "SELECT value FROM growth WHERE database = ? AND key = ? FOR UPDATE",
                database.number(),
                Growth.Row.MOMENT.key());
        long now = one(connection, "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint");
        long groups = one(
                connection,
                "SELECT coalesce(sum(groups), 0)::bigint FROM node_state WHERE database = ?",
                database.number());
        if (Growth.isDue(last, now) && groups != stored(connection, GROUPS)) {
            put(connection, GROUPS, groups);
            put(connection, Growth.Row.MOMENT.key(), now);
            sample(connection);
        }
    }

    private void sample(Connection connection) throws SQLException {
        long number = database.number();
        long more = one(connection, GROWN, database.firstMax(), number, number, number, number, number);
        long samples = stored(connection, Growth.Row.SAMPLES.key());
        put(connection, Growth.Row.SAMPLES.key(), samples + 1);
        // What stood before the first sample says nothing of an hour.
        long steepest = Math.max(samples == 0 ? 0 : more, stored(connection, Growth.Row.STEEPEST.key()));
        if ((samples + 1) % Growth.SAMPLES_A_GENERATION == 0) {
            put(connection, Growth.Row.STEEPEST_BEFORE.key(), steepest);
            steepest = 0;
        }
        put(connection, Growth.Row.STEEPEST.key(), steepest);
    }

    private long stored(Connection connection, String key) throws SQLException {
        return one(
                connection,
                "SELECT coalesce(max(value), 0) FROM growth WHERE database = ? AND key = ?",
                database.number(),
                key);
    }

    private void put(Connection connection, String key, long value) throws SQLException {
        new SqlScript().update(PUT, database.number(), key, value).run(connection);
    }

    private static long one(Connection connection, String sql, Object... parameters) throws SQLException {
        long[] found = new long[1];
        new SqlScript().query(sql, row -> found[0] = row.getLong(1), parameters).run(connection);
        return found[0];
    }
}
