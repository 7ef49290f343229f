package io.mintmark.storage.sqlite.write;

import io.mintmark.internal.Ticker;
import io.mintmark.storage.lease.LeaseKind;
import io.mintmark.storage.lifecycle.Progress;
import io.mintmark.storage.row.Counter;
import io.mintmark.storage.row.Ticks;
import io.mintmark.storage.sql.Statements;
import io.mintmark.storage.sqlite.file.RowChecksum;
import io.mintmark.storage.sqlite.file.Sql;
import io.mintmark.storage.sqlite.file.StateRow;
import io.mintmark.storage.write.Growth;
import io.mintmark.storage.write.LeastRaise;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;

/**
 * Moves every number of a database up, so that what may have been given out after the data was written comes to nobody
 * twice: counters, identities, etags and lease serials. Open leases are forgotten.
 */
public final class Raise {
    private static final int SLICE = 1_000;

    private static final String PASSED = "INSERT INTO lease (serial, counter, low, high, node, reserved, kind)"
            + " VALUES (?, ?, ?, ?, ?, ?, " + LeaseKind.RESTORED.code() + ")";

    /** Rows that say where a number stood: it did not grow by being raised. */
    private static final String ENDS = " AND (key LIKE '" + Growth.COUNTER + "%' OR key LIKE '" + Growth.IDENTITY
            + "%' OR key = '" + Growth.ETAG + "')";

    private final Connection connection;
    private final long by;
    private final Told told;
    private final CounterRow rows = new CounterRow();
    private final long now = Ticks.of(Ticker.wallClock().instant());
    private long etag;
    private long serial;

    private Raise(Connection connection, long by, StateRow state, Told told) {
        this.connection = connection;
        this.by = by;
        this.etag = LeastRaise.up(state.etag(), by);
        this.serial = LeastRaise.up(state.leaseSerial(), by);
        this.told = told;
    }

    /**
     * Raises after a crash whose last commit may have been acknowledged, by what one commit moves at most. Counters and
     * identities that do not exist were not made by it (see {@link GroupAdvance}).
     */
    public static StateRow inDoubt(Connection connection, StateRow state) throws SQLException {
        return run(connection, state, GroupAdvance.MAX, state.incarnation(), state.firstMax(), Progress.NONE);
    }

    /**
     * Raises a copy that was put back; it gets a new incarnation, and counters and identities that it does not know
     * begin above {@code by} as well, for they may have been made after the copy.
     *
     * @param incarnation the new one
     */
    public static StateRow restored(Connection connection, StateRow state, long by, long incarnation, Progress progress)
            throws SQLException {
        return run(connection, state, by, incarnation, LeastRaise.up(state.firstMax(), by), progress);
    }

    private static StateRow run(
            Connection connection, StateRow state, long by, long incarnation, long firstMax, Progress progress)
            throws SQLException {
        StateRow[] raised = new StateRow[1];
        Sql.inTransaction(connection, () -> {
            Raise raise = new Raise(connection, by, state, new Told(progress, state));
            raise.counters();
            raise.pairs("identity", "");
            raise.pairs("growth", ENDS);
            raised[0] = new StateRow(
                    state.databaseId(),
                    raise.etag,
                    raise.serial,
                    raise.serial,
                    state.clean(),
                    incarnation,
                    state.owner(),
                    firstMax,
                    state.counters(),
                    state.identities());
            raised[0].write(connection);
        });
        return raised[0];
    }

    /** Reports how many of a database's numbers were raised. */
    private static final class Told {
        private final Progress progress;
        private final long total;
        private long done;

        Told(Progress progress, StateRow state) {
            this.progress = progress;
            this.total = state.counters() + state.identities();
        }

        void more(int count) {
            done += count;
            progress.at("counters and identities raised", done, total);
        }
    }

    private void counters() throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(CounterRow.UPDATE);
                PreparedStatement passed = connection.prepareStatement(PASSED)) {
            long last = 0;
            List<Counter> slice = counters(last);
            while (!slice.isEmpty()) {
                for (Counter counter : slice) {
                    long before = counter.max();
                    if (counter.raisedTo(LeastRaise.up(before, by)) > before) {
                        passOver(passed, counter, before);
                    }
                    counter.edited();
                    counter.assignEtag(++etag);
                    rows.bindUpdate(update, counter);
                    update.executeUpdate();
                    last = counter.number();
                }
                told.more(slice.size());
                slice = counters(last);
            }
        }
    }

    /** The copy may not know who got these numbers, so nobody takes them for a gap. */
    private void passOver(PreparedStatement passed, Counter counter, long before) throws SQLException {
        passed.setLong(1, ++serial);
        passed.setLong(2, counter.number());
        passed.setLong(3, before + 1);
        passed.setLong(4, counter.max());
        passed.setString(5, counter.node());
        passed.setLong(6, now);
        passed.executeUpdate();
    }

    private List<Counter> counters(long after) throws SQLException {
        return Statements.rows(
                connection, rows::read, CounterRow.SELECT + " WHERE number > ? ORDER BY number LIMIT " + SLICE, after);
    }

    private void pairs(String table, String and) throws SQLException {
        RowChecksum checksum = new RowChecksum();
        try (PreparedStatement update =
                connection.prepareStatement("UPDATE " + table + " SET value = ?, checksum = ? WHERE key = ?")) {
            String last = "";
            List<Pair> slice = pairs(table, and, last);
            while (!slice.isEmpty()) {
                for (Pair pair : slice) {
                    long value = LeastRaise.up(pair.value, by);
                    update.setLong(1, value);
                    update.setLong(2, checksum.ofPair(pair.key, value));
                    update.setString(3, pair.key);
                    update.executeUpdate();
                    last = pair.key;
                }
                told.more(and.isEmpty() ? slice.size() : 0);
                slice = pairs(table, and, last);
            }
        }
    }

    private record Pair(String key, long value) {}

    private List<Pair> pairs(String table, String and, String after) throws SQLException {
        return Statements.rows(
                connection,
                row -> new Pair(row.getString(1), row.getLong(2)),
                "SELECT key, value FROM " + table + " WHERE key > ?" + and + " ORDER BY key LIMIT " + SLICE,
                after);
    }
}
