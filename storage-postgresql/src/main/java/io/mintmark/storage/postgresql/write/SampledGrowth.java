package io.mintmark.storage.postgresql.write;

import io.mintmark.internal.Ticker;
import io.mintmark.storage.postgresql.catalog.DatabaseRow;
import io.mintmark.storage.sql.Statements;
import io.mintmark.storage.write.Growth;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * Samples once an hour how far each number of a database has come, so that a backup of the store knows how fast they
 * grow; one node for all. An hour in which nobody wrote is none. Used by the writer thread only.
 */
final class SampledGrowth extends RestingTidying {
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

    SampledGrowth(DatabaseRow database, Ticker ticker) {
        super(ticker);
        this.database = database;
    }

    @Override
    long tidy(Connection connection) throws SQLException {
        unhurried().run(connection);
        sampleIfDue(connection);
        connection.commit();
        return PASS_NANOS;
    }

    @Override
    public void failed() {
        restFor(PASS_NANOS);
    }

    /** The row of the moment is locked from here on, so one node samples and the others see that it did. */
    private void sampleIfDue(Connection connection) throws SQLException {
        Statements.execute(
                connection,
                "INSERT INTO growth VALUES (?, ?, 0) ON CONFLICT DO NOTHING",
                database.number(),
                Growth.Row.MOMENT.key());
        long last = Statements.one(
                connection,
                "SELECT value FROM growth WHERE database = ? AND key = ? FOR UPDATE",
                database.number(),
                Growth.Row.MOMENT.key());
        long now = Statements.one(connection, "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint");
        long groups = Statements.one(
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
        long more = Statements.one(connection, GROWN, database.firstMax(), number, number, number, number, number);
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
        return Statements.one(
                connection,
                "SELECT coalesce(max(value), 0) FROM growth WHERE database = ? AND key = ?",
                database.number(),
                key);
    }

    private void put(Connection connection, String key, long value) throws SQLException {
        Statements.execute(connection, PUT, database.number(), key, value);
    }
}
