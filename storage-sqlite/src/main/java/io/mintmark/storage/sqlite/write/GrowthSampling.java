package io.mintmark.storage.sqlite.write;

import io.mintmark.storage.sql.Statements;
import io.mintmark.storage.sqlite.file.RowChecksum;
import io.mintmark.storage.write.Growth;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Samples once an hour how far each number of a database has come, so that a copy of its file knows how fast they grow.
 *
 * <p>At the end of a group, whose commit it shares: a slice of counters and identities with each group until all were
 * seen. No range costs a write of its own. Used by the writer thread only.
 */
public final class GrowthSampling {
    private static final int SLICE = 500;

    private final Connection connection;
    private final PreparedStatement counters;
    private final PreparedStatement identities;
    private final PreparedStatement put;
    private final RowChecksum checksum = new RowChecksum();
    private final long firstMax;

    private long sampledAt;
    private boolean first;
    private Phase phase = Phase.DONE;
    private String seenTo = "";

    /** What of a sample is still to be taken. */
    private enum Phase {
        COUNTERS,
        IDENTITIES,
        DONE
    }

    /** Where a number stands, and where it stood before. */
    private record End(String key, long now, long before) {}

    /** Samples on {@code connection}, in a database whose numbers begin above {@code firstMax}. */
    GrowthSampling(Connection connection, long firstMax) throws SQLException {
        this.connection = connection;
        this.firstMax = firstMax;
        counters = slice("counter", "highest_end", Growth.COUNTER);
        identities = slice("identity", "value", Growth.IDENTITY);
        put = connection.prepareStatement("INSERT OR REPLACE INTO growth (key, value, checksum) VALUES (?, ?, ?)");
        sampledAt = stored(Growth.Row.MOMENT.key(), 0);
    }

    private PreparedStatement slice(String table, String column, String prefix) throws SQLException {
        return connection.prepareStatement("SELECT n.key, n." + column + ", coalesce(g.value, ?) FROM " + table
                + " n LEFT JOIN growth g ON g.key = '" + prefix + "' || n.key WHERE n.key > ? ORDER BY n.key LIMIT "
                + SLICE);
    }

    /** Returns whether a slice is to be sampled now; costs nothing. */
    boolean isDue(long nowMillis) {
        return phase != Phase.DONE || Growth.isDue(sampledAt, nowMillis);
    }

    /** Samples the next slice, in the transaction that is open; begins a new sample if none is under way. */
    void sampleSome(long nowMillis, long etag) throws SQLException {
        switch (phase) {
            case DONE -> begin(nowMillis, etag);
            case COUNTERS -> slice(counters, Growth.COUNTER, Phase.IDENTITIES);
            case IDENTITIES -> slice(identities, Growth.IDENTITY, Phase.DONE);
        }
    }

    private void begin(long nowMillis, long etag) throws SQLException {
        long samples = stored(Growth.Row.SAMPLES.key(), 0);
        first = samples == 0;
        sampledAt = nowMillis;
        put(Growth.Row.MOMENT.key(), nowMillis);
        put(Growth.Row.SAMPLES.key(), samples + 1);
        if ((samples + 1) % Growth.SAMPLES_A_GENERATION == 0) {
            put(Growth.Row.STEEPEST_BEFORE.key(), stored(Growth.Row.STEEPEST.key(), 0));
            put(Growth.Row.STEEPEST.key(), 0);
        }
        store(List.of(new End(Growth.ETAG, etag, stored(Growth.ETAG, firstMax))));
        phase = Phase.COUNTERS;
        seenTo = "";
    }

    private void slice(PreparedStatement statement, String prefix, Phase next) throws SQLException {
        List<End> ends = new ArrayList<>();
        statement.setLong(1, firstMax);
        statement.setString(2, seenTo);
        try (ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                seenTo = row.getString(1);
                ends.add(new End(prefix + seenTo, row.getLong(2), row.getLong(3)));
            }
        }
        store(ends);
        if (ends.size() < SLICE) {
            phase = next;
            seenTo = "";
        }
    }

    /** What stood before the first sample says nothing of an hour. */
    private void store(List<End> ends) throws SQLException {
        long steepest = 0;
        for (End end : ends) {
            steepest = Math.max(steepest, end.now - end.before);
            if (end.now != end.before) {
                put(end.key, end.now);
            }
        }
        if (!first && steepest > stored(Growth.Row.STEEPEST.key(), 0)) {
            put(Growth.Row.STEEPEST.key(), steepest);
        }
    }

    private long stored(String key, long otherwise) throws SQLException {
        return Statements.number(connection, "SELECT value FROM growth WHERE key = ?", key)
                .orElse(otherwise);
    }

    private void put(String key, long value) throws SQLException {
        put.setString(1, key);
        put.setLong(2, value);
        put.setLong(3, checksum.ofPair(key, value));
        put.executeUpdate();
    }
}
