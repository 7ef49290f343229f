package io.mintmark.storage.postgresql.claim;

import io.mintmark.MintmarkException;
import io.mintmark.counter.NumberSlice;
import io.mintmark.counter.Reservation;
import io.mintmark.document.KeyForm;
import io.mintmark.internal.Sleeper;
import io.mintmark.internal.Ticker;
import io.mintmark.storage.StorageFailedException;
import io.mintmark.storage.engine.ClaimTimes;
import io.mintmark.storage.engine.RestoredStore;
import io.mintmark.storage.lease.LeaseKind;
import io.mintmark.storage.lifecycle.Progress;
import io.mintmark.storage.postgresql.sql.PostgresConnections;
import io.mintmark.storage.postgresql.sql.Transactions;
import io.mintmark.storage.sql.Statements;
import io.mintmark.storage.write.Growth;
import io.mintmark.storage.write.LeastRaise;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Moves every number of a store up that was put back from a backup, so that what was given out since comes to nobody
 * twice. Used by one thread.
 *
 * <p>No node may live meanwhile, and none that was asleep goes on afterwards: each transaction draws an epoch and gives
 * it to the rows by which nodes prove their claims. Claims wait for the same row.
 */
public final class StoreRaise implements RestoredStore {
    /** What a number becomes: at its ceiling it stays there, and is exhausted. */
    private static final String UP = "GREATEST(%1$s, LEAST(%1$s + ?, " + Reservation.CEILING_JS_SAFE + "))";
    /** The same for a counter, which ends below the slices of claims. */
    private static final String COUNTER_UP = "GREATEST(%1$s, LEAST(%1$s + ?, " + NumberSlice.ORDINARY_MAX + "))";

    /** More claims than are made between a copy and its return. */
    private static final long EPOCHS_MIN = 1L << 12;
    /** So that a store can be raised many times before its epochs end: first steeply, then for long. */
    private static final long STEEP_MAX = 1L << 16;

    private static final long FLAT_MAX = 1L << 20;

    /** Versions and heartbeats of many years. */
    private static final long VERSIONS_MIN = 1L << 30;

    /** Etags are passed over in blocks when nodes are cut off, and a copy does not know of the blocks after it. */
    private static final long BLOCKS_MISSED = 1L << 24;

    private static final String COUNTERS = "UPDATE counter SET max = " + counterUp("max") + ", highest_end = "
            + counterUp("highest_end") + ", ahead_end = " + counterUp("highest_end")
            + ", epoch = epoch + 1, latest = NULL, latest_low = NULL, latest_high = NULL,"
            + " etag = ? + place.rank FROM (SELECT key, row_number() OVER (ORDER BY key) AS rank FROM counter"
            + " WHERE database = ?) place WHERE counter.database = ? AND counter.key = place.key";
    /** The copy may not know who got the numbers that are passed over. */
    private static final String PASSED =
            "INSERT INTO lease (database, serial, counter, low, high, node, reserved, kind)"
                    + " SELECT database, ? + row_number() OVER (ORDER BY key), key, max + 1, " + counterUp("max")
                    + ", node, (extract(epoch FROM clock_timestamp()) * 10000000)::bigint, " + LeaseKind.RESTORED.code()
                    + " FROM counter WHERE database = ? AND " + counterUp("max") + " > max";

    private static final String IDENTITIES = "UPDATE identity SET value = " + up("value") + " WHERE database = ?";
    private static final String STATES = "UPDATE node_state SET epoch = ?, etag = ?, serial = ?, forgotten = ?,"
            + " groups = groups + 1, closed = TRUE WHERE database = ?";
    /** A number does not grow by being raised. */
    private static final String GROWTH = "UPDATE growth SET value = " + up("value") + " WHERE database = ?"
            + " AND (key LIKE '" + Growth.COUNTER + "%' OR key LIKE '" + Growth.IDENTITY + "%')";

    private static final String ETAG_GROWTH =
            "UPDATE growth SET value = value + ? WHERE database = ? AND key = '" + Growth.ETAG + "'";

    private static final String STATE = "INSERT INTO node_state"
            + " (database, node, lane, epoch, etag, serial, groups, identities, forgotten, closed)"
            + " SELECT ?::bigint, 'A', lane, ?::bigint, 0, 0, 0, 0, 0, TRUE"
            + " FROM (VALUES ('counters'), ('documents')) AS lanes (lane) ON CONFLICT DO NOTHING";

    /**
     * Servers start again on a store that was found to be an older copy once all of it was raised: each raise draws an
     * epoch.
     */
    private static final String ALLOW =
            "UPDATE cluster SET older = NULL WHERE older IS NOT NULL AND raised_epoch > older_epoch"
                    + " AND NOT EXISTS (SELECT 1 FROM database d WHERE NOT EXISTS (SELECT 1 FROM node_state s"
                    + " WHERE s.database = d.number AND s.epoch > cluster.older_epoch))";

    private final PostgresConnections connections;
    private final Transactions transactions;
    private final SilenceWatch watch;
    /** Holders of tags that were seen to live no more. */
    private final Map<String, TagHolder> silent = new HashMap<>();

    /** Raises by {@code transactions}, and closes {@code connections} in the end. */
    public StoreRaise(PostgresConnections connections, Transactions transactions) {
        this.connections = connections;
        this.transactions = transactions;
        this.watch = new SilenceWatch(transactions, ClaimTimes.DEFAULT, Sleeper.SYSTEM, Ticker.SYSTEM);
    }

    private static String up(String column) {
        return String.format(UP, column);
    }

    private static String counterUp(String column) {
        return String.format(COUNTER_UP, column);
    }

    @Override
    public List<String> databases() {
        return transactions.read(connection ->
                Statements.rows(connection, row -> row.getString(1), "SELECT name FROM database ORDER BY key"));
    }

    /** All of that is unknown of a database that is not there. */
    @Override
    public LeastRaise least(String database) {
        return transactions.read(connection -> {
            OptionalLong number = number(connection, database);
            long now = required(
                    Statements.number(connection, "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint"));
            return LeastRaise.of(
                    number.isEmpty() ? Optional.empty() : StoredGrowth.read(connection, number.getAsLong()), now);
        });
    }

    /** Raises the numbers that clients compare topologies by, too. */
    @Override
    public void raiseWhatIsShared(long by) {
        LeastRaise.require(by);
        watchHolders();
        int ignored = transactions.write(connection -> {
            long epoch = fence(connection);
            Statements.execute(
                    connection,
                    "UPDATE cluster SET topology = " + up("topology") + ", catalog = " + up("catalog") + ", beats = "
                            + up("beats") + ", first_max = " + up("first_max")
                            + ", epoch = epoch + ?, raised_epoch = ? WHERE one = 1",
                    versions(by),
                    versions(by),
                    versions(by),
                    by,
                    epochs(by),
                    epoch);
            Statements.execute(connection, "UPDATE setting SET etag = " + up("etag"), versions(by));
            Statements.execute(connection, "UPDATE former_counter SET highest_end = " + up("highest_end"), by);
            Statements.execute(connection, "UPDATE former_ahead SET ahead_end = " + up("ahead_end"), by);
            Statements.execute(connection, "UPDATE former_name SET highest_end = " + up("highest_end"), by);
            Statements.execute(connection, ALLOW);
            return Statements.execute(
                    connection, "INSERT INTO former_name VALUES ('', 0, ?, 0) ON CONFLICT (name) DO NOTHING", by);
        });
    }

    /** What grows with changes and heartbeats, and not with numbers: more than any of it did since a copy was made. */
    private static long versions(long by) {
        return Math.max(by, VERSIONS_MIN);
    }

    /**
     * Returns how many epochs the line that is left may have used, whose claims may have handed out slices. A copy that
     * is put back once more is raised by more, as the first time and by that once more, which skips more of them: the
     * claims of the line before would have the same slices otherwise. So it grows with what is asked for, up to 2^34.
     */
    public static long epochs(long by) {
        return Math.max(EPOCHS_MIN, Math.min(by >> 8, STEEP_MAX) + Math.min(by >> 14, FLAT_MAX));
    }

    @Override
    public Raised raise(String database, long by, Progress progress) {
        LeastRaise.require(by);
        watchHolders();
        return transactions.write(connection -> {
            long epoch = fence(connection);
            long number = number(connection, database)
                    .orElseThrow(
                            () -> new StorageFailedException("There is no database " + database + " in the store."));
            return raise(connection, database, number, epoch, by);
        });
    }

    private static OptionalLong number(Connection connection, String database) throws SQLException {
        return Statements.number(connection, "SELECT number FROM database WHERE key = ?", KeyForm.of(database));
    }

    private static Raised raise(Connection connection, String name, long number, long epoch, long by)
            throws SQLException {
        Statements.execute(connection, STATE, number, epoch);
        long before =
                required(Statements.number(connection, "SELECT max(etag) FROM node_state WHERE database = ?", number));
        long etag = required(Statements.number(
                connection,
                "SELECT " + up("max(GREATEST(etag, reserved))") + " FROM node_state WHERE database = ?",
                by + BLOCKS_MISSED,
                number));
        long serials = Claim.serialsAfter(epoch);
        serials += Statements.execute(connection, PASSED, serials, by, number, by);
        int counters = Statements.execute(connection, COUNTERS, by, by, by, etag, number, number);
        int identities = Statements.execute(connection, IDENTITIES, by, number);
        Statements.execute(connection, STATES, epoch, etag + counters, serials, serials, number);
        Statements.execute(connection, GROWTH, by, number);
        Statements.execute(connection, ETAG_GROWTH, etag + counters - before, number);
        Statements.execute(
                connection,
                "DELETE FROM deletion WHERE database = ? AND NOT EXISTS"
                        + " (SELECT 1 FROM index_progress p WHERE p.database = deletion.database)",
                number);
        long incarnation = required(Statements.number(
                connection,
                "UPDATE database SET incarnation = incarnation + 1, first_max = " + up("first_max")
                        + " WHERE number = ? RETURNING incarnation",
                by,
                number));
        Statements.execute(connection, ALLOW);
        return new Raised(name, counters, identities, incarnation);
    }

    private static long required(OptionalLong number) throws SQLException {
        return number.orElseThrow(() -> new SQLException("a row of the store is missing"));
    }

    /** Waits to see whether those live that did not leave in order: nobody goes by what a clock says of them. */
    private void watchHolders() {
        silent.putAll(watch.silent(watch.holders()));
    }

    private boolean isSilent(TagHolder holder) {
        TagHolder seen = silent.get(holder.tag());
        return seen != null && holder.isSilentSince(seen);
    }

    /** Returns a new epoch, which each node's row has from now on; refuses while a node lives. */
    private long fence(Connection connection) throws SQLException {
        long epoch = required(Statements.number(
                connection,
                "UPDATE cluster SET epoch = epoch + 1, topology = topology + 1, catalog = catalog + 1 WHERE one = 1"
                        + " RETURNING epoch"));
        List<String> alive = SilenceWatch.holders(connection).stream()
                .filter(holder -> !isSilent(holder))
                .map(TagHolder::toString)
                .toList();
        if (!alive.isEmpty()) {
            throw new MintmarkException(
                    "The store is in use by " + String.join(", ", alive) + ": stop all of its servers.");
        }
        int ignored = Statements.execute(connection, "UPDATE node SET epoch = ?, state = 'left'", epoch);
        return epoch;
    }

    @Override
    public void close() {
        connections.close();
    }
}
