package io.mintmark.storage.postgresql.write;

import io.mintmark.internal.Ticker;
import io.mintmark.storage.postgresql.catalog.DatabaseRow;
import io.mintmark.storage.sql.Statements;
import io.mintmark.storage.write.Growth;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Samples once an hour how far each number of a database has come, so that a backup of the store knows how fast they
 * grow; one node for all. An hour in which nobody wrote is none. Used by the writer thread only.
 *
 * <p><b>A slice at a time.</b> What a slice grew by is noted in the transaction that stores where its numbers stand. A
 * sample that is cut off is no sample, and the next one begins anew: what is stored already has not grown then, and
 * what is not may have grown for longer than an hour, so that more is noted than was, and never less.
 */
final class SampledGrowth extends RestingTidying {
    private static final String PUT =
            "INSERT INTO growth VALUES (?, ?, ?) ON CONFLICT (database, key) DO UPDATE SET value = excluded.value";

    /** How many transactions there were; another number at the next sample says that somebody wrote. */
    private static final String GROUPS = "groups";

    private final DatabaseRow database;
    private final int slice;
    /** The sample under way. */
    private @Nullable Sample sample;

    SampledGrowth(DatabaseRow database, Ticker ticker) {
        this(database, ticker, SLICE);
    }

    SampledGrowth(DatabaseRow database, Ticker ticker, int slice) {
        super(ticker);
        this.database = database;
        this.slice = slice;
    }

    /** What has a number for each key, in the order in which it is sampled. */
    private enum Numbers {
        COUNTERS(Growth.COUNTER, "SELECT key, highest_end AS value FROM counter"),
        IDENTITIES(Growth.IDENTITY, "SELECT key, value FROM identity");

        private final String sql;

        Numbers(String prefix, String rows) {
            String key = "'" + prefix + "' || s.key";
            // Without a limit the engine may read all that was stored, to find a slice of it.
            this.sql = "WITH slice AS (" + rows + " WHERE database = ? AND key > ? ORDER BY key LIMIT ?),"
                    + " grown AS (SELECT " + key
                    + " AS key, s.value, s.value - coalesce(g.value, ?) AS more FROM slice s"
                    + " LEFT JOIN LATERAL (SELECT value FROM growth WHERE database = ? AND key = " + key
                    + " LIMIT 1) g ON TRUE WHERE g.value IS DISTINCT FROM s.value),"
                    + " stored AS (INSERT INTO growth SELECT ?::bigint, key, value FROM grown"
                    + " ON CONFLICT (database, key) DO UPDATE SET value = excluded.value)"
                    + " SELECT (SELECT coalesce(max(more), 0) FROM grown), count(*), max(key) FROM slice";
        }

        @Nullable Numbers next() {
            return this == COUNTERS ? IDENTITIES : null;
        }
    }

    /**
     * How far a sample is.
     *
     * @param last the moment of the one before
     * @param moment when it began
     * @param groups how many transactions there were then
     * @param of what the next slice is of; null after the last one
     * @param after the key after which it begins
     */
    private record Sample(
            long last, long moment, long groups, @Nullable Numbers of, String after) {
        Sample to(@Nullable Numbers next, String end) {
            return new Sample(last, moment, groups, next, end);
        }
    }

    /** What a slice came to. */
    private record Taken(long more, long count, String end) {}

    @Override
    long tidy(Connection connection) throws SQLException {
        unhurried().run(connection);
        long last = lockedMoment(connection);
        @Nullable Sample further = further(connection, last, sample);
        // A transaction has one full slice at most, and so all of a small database.
        while (further != null && further.after.isEmpty()) {
            further = further(connection, last, further);
        }
        connection.commit();
        sample = further;
        return further == null ? PASS_NANOS : 0;
    }

    @Override
    public void failed() {
        restFor(PASS_NANOS);
    }

    /** The row of the moment is locked from here on, so nodes take their slices one after the other. */
    private long lockedMoment(Connection connection) throws SQLException {
        Statements.execute(
                connection,
                "INSERT INTO growth VALUES (?, ?, 0) ON CONFLICT DO NOTHING",
                database.number(),
                Growth.Row.MOMENT.key());
        return Statements.one(
                connection,
                "SELECT value FROM growth WHERE database = ? AND key = ? FOR UPDATE",
                database.number(),
                Growth.Row.MOMENT.key());
    }

    /** Returns the sample after its next slice; null where none is under way any more. */
    private @Nullable Sample further(Connection connection, long last, @Nullable Sample begun) throws SQLException {
        if (begun == null) {
            return begunIfDue(connection, last);
        }
        if (begun.last != last) {
            // Another node came to its end first.
            return null;
        }
        Numbers of = begun.of;
        if (of == null) {
            finish(connection, begun);
            return null;
        }
        Taken taken = take(connection, of, begun.after);
        note(connection, taken.more);
        return taken.count < slice ? begun.to(of.next(), "") : begun.to(of, taken.end);
    }

    private Taken take(Connection connection, Numbers of, String after) throws SQLException {
        long number = database.number();
        return Statements.row(
                        connection,
                        row -> new Taken(row.getLong(1), row.getLong(2), String.valueOf(row.getString(3))),
                        of.sql,
                        number,
                        after,
                        slice,
                        database.firstMax(),
                        number,
                        number)
                .orElseThrow();
    }

    private @Nullable Sample begunIfDue(Connection connection, long last) throws SQLException {
        long now = Statements.one(connection, "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint");
        long groups = Statements.one(
                connection,
                "SELECT coalesce(sum(groups), 0)::bigint FROM node_state WHERE database = ?",
                database.number());
        boolean due = Growth.isDue(last, now) && groups != stored(connection, GROUPS);
        return due ? new Sample(last, now, groups, Numbers.COUNTERS, "") : null;
    }

    /** What stood before the first sample says nothing of an hour. */
    private void note(Connection connection, long more) throws SQLException {
        if (stored(connection, Growth.Row.SAMPLES.key()) > 0 && more > stored(connection, Growth.Row.STEEPEST.key())) {
            put(connection, Growth.Row.STEEPEST.key(), more);
        }
    }

    private void finish(Connection connection, Sample ended) throws SQLException {
        long etag = Statements.one(
                connection, "SELECT coalesce(max(etag), 0) FROM node_state WHERE database = ?", database.number());
        note(connection, etag - stored(connection, Growth.ETAG));
        put(connection, Growth.ETAG, etag);
        put(connection, GROUPS, ended.groups);
        put(connection, Growth.Row.MOMENT.key(), ended.moment);
        long samples = stored(connection, Growth.Row.SAMPLES.key()) + 1;
        put(connection, Growth.Row.SAMPLES.key(), samples);
        long steepest = stored(connection, Growth.Row.STEEPEST.key());
        if (samples % Growth.SAMPLES_A_GENERATION == 0) {
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
