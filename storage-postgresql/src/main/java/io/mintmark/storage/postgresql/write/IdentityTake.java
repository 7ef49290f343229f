package io.mintmark.storage.postgresql.write;

import io.mintmark.counter.Reservation;
import io.mintmark.storage.evaluation.ReadSet;
import io.mintmark.storage.postgresql.catalog.DatabaseRow;
import io.mintmark.storage.postgresql.sql.SqlScript;
import io.mintmark.storage.postgresql.sql.StoreAge;
import io.mintmark.storage.row.GroupTable;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Takes all numbers that a group draws of identities by one statement, which commits by itself, before the group runs.
 * Used by the counter lane's writer only.
 *
 * <p><b>Why apart.</b> All nodes draw from one row. It is locked within the engine only, for as long as the statement
 * runs there: a node that is paused, cut off or far away holds up nobody. The farther it is, the more requests come
 * while a group is under way, and the next group takes one number for each of them at once.
 *
 * <p><b>Why nothing repeats.</b> The row has moved past the numbers when anybody learns of them. This commit need not
 * be on stable storage: the group's own is, or its numbers are told to nobody, and what a log holds before a commit is
 * there with it. A group that is undone leaves its numbers as a gap, and takes others when it is run again, since the
 * engine may have been another one meanwhile.
 *
 * <p><b>Why they increase.</b> All requests of the group were there before the statement, so a number that another node
 * was answered before they came is lower.
 *
 * <p>A claim that ended takes none, and a database that was deleted gets no row: the lane's row is held meanwhile.
 *
 * <p>Two nodes may take a number for the same request that is repeated; only one of them can store its answer.
 */
final class IdentityTake {
    private static final String BOUNDS =
            "SELECT set_config('synchronous_commit', 'off', true), set_config('lock_timeout', '40ms', true)";

    private static final String TAKE = "WITH asked AS (SELECT * FROM unnest(?::text[], ?::text[], ?::text[])"
            + " AS a (key, answer, keyed)),"
            + " wanted AS (SELECT a.key, count(*) AS numbers FROM asked a"
            + " WHERE NOT EXISTS (SELECT 1 FROM identity_request r WHERE r.database = ? AND r.request = a.answer)"
            + " AND NOT EXISTS (SELECT 1 FROM keyed_answer k WHERE k.database = ? AND k.key = a.keyed) GROUP BY a.key),"
            + " lane AS (SELECT 1 FROM node_state s WHERE s.database = ? AND s.node = ? AND s.lane = ? AND s.epoch = ?"
            + " AND " + StoreAge.MAY_BE_USED + " FOR SHARE OF s),"
            + " took AS (INSERT INTO identity AS i (database, key, value)"
            + " SELECT ?::bigint, w.key, ?::bigint + w.numbers FROM wanted w WHERE ?::bigint + w.numbers <= ?"
            + " AND EXISTS (SELECT 1 FROM lane) ORDER BY w.key"
            + " ON CONFLICT (database, key) DO UPDATE SET value = i.value + EXCLUDED.value - ?"
            + " WHERE i.value + EXCLUDED.value - ? <= ? RETURNING i.key, i.value, i.xmax = 0 AS made),"
            + " counted AS (UPDATE node_state SET identities = identities + (SELECT count(*) FROM took WHERE made)"
            + " WHERE database = ? AND node = ? AND lane = ? AND EXISTS (SELECT 1 FROM took WHERE made))"
            + " SELECT t.key, t.value, w.numbers FROM took t JOIN wanted w ON w.key = t.key";

    private final DatabaseRow database;
    private final LaneState state;
    private final LongSupplier beats;
    private final Map<String, Block> taken = new HashMap<>();

    /** Numbers up to {@code end}, from the one after {@code before}. */
    private record Block(long before, long end) {}

    IdentityTake(DatabaseRow database, LaneState state, LongSupplier beats) {
        this.database = database;
        this.state = state;
        this.beats = beats;
    }

    /** Forgets what was taken. */
    void forget() {
        taken.clear();
    }

    /**
     * Takes a number for each draw that was not answered before, in one round trip; an identity that the engine gives
     * none of is not among what {@link #isTaken} knows.
     *
     * @param more adds what else is asked in the same round trip
     */
    void run(Connection connection, List<ReadSet.Draw> draws, Consumer<SqlScript> more) throws SQLException {
        SqlScript script = new SqlScript()
                .query(BOUNDS, row -> {})
                .query(
                        TAKE,
                        row -> taken.put(row.getString(1), new Block(row.getLong(2) - row.getLong(3), row.getLong(2))),
                        parameters(draws));
        more.accept(script);
        connection.setAutoCommit(true);
        try {
            script.run(connection);
            connection.setAutoCommit(false);
        } catch (SQLException e) {
            beginAgain(connection, e);
            throw e;
        }
    }

    /** One that broke tells so, and nothing else. */
    private static void beginAgain(Connection connection, SQLException why) {
        try {
            connection.setAutoCommit(false);
        } catch (SQLException broken) {
            why.addSuppressed(broken);
        }
    }

    private Object[] parameters(List<ReadSet.Draw> draws) {
        long number = database.number();
        long first = database.firstMax();
        return new Object[] {
            texts(draws, ReadSet.Draw::identity),
            texts(draws, ReadSet.Draw::answer),
            texts(draws, ReadSet.Draw::requestKey),
            number,
            number,
            number,
            state.node(),
            state.lane(),
            state.epoch(),
            state.node(),
            state.epoch(),
            beats.getAsLong(),
            number,
            first,
            first,
            Reservation.CEILING_JS_SAFE,
            first,
            first,
            Reservation.CEILING_JS_SAFE,
            number,
            state.node(),
            state.lane()
        };
    }

    private static String[] texts(List<ReadSet.Draw> draws, Function<ReadSet.Draw, @Nullable String> column) {
        return draws.stream().map(column).toArray(String[]::new);
    }

    /** Returns whether numbers of that identity were taken. */
    boolean isTaken(String identity) {
        return taken.containsKey(identity);
    }

    /** Returns whether any were. */
    boolean isAny() {
        return !taken.isEmpty();
    }

    /** Lets the group begin where its numbers do. */
    void show(GroupTable<String, Long> identities) {
        taken.forEach((identity, block) -> identities.fetched(identity, block.before()));
    }

    /**
     * Takes note that the engine has moved these identities already; returns whether the group drew no more than was
     * taken for it.
     */
    boolean settle(GroupTable<String, Long> identities) {
        for (Map.Entry<String, Block> each : taken.entrySet()) {
            Long last = identities.get(each.getKey());
            if (last == null || last > each.getValue().end()) {
                return false;
            }
            identities.written(each.getKey(), last);
        }
        return true;
    }
}
