package io.mintmark.storage.postgresql.sql;

import io.mintmark.counter.OpenLease;
import io.mintmark.storage.row.Counter;
import io.mintmark.storage.row.StoredId;
import io.mintmark.storage.row.Ticks;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * How counters are stored: the order of their columns, one array for each. Rows bear no checksum of ours, here and
 * everywhere in this engine: PostgreSQL keeps one of each page, as {@code data_checksums} says, which is on from
 * version 18. Stateless.
 */
public final class CounterColumns {
    /** What is done about a row that cannot be. */
    public static final String REMEDY =
            "Stop all servers, let pg_amcheck and the log of PostgreSQL say what else is damaged, and put a"
                    + " backup back.";

    public static final String FETCH =
            "SELECT key, max, highest_end, epoch, latest, latest_low, latest_high, shown, id, collection,"
                    + " node, etag, modified, metadata, body, ahead_end FROM counter"
                    + " WHERE database = ? AND key = ANY(?) ORDER BY key FOR UPDATE";

    private static final String POSITION =
            "unnest(?::text[], ?::bigint[], ?::bigint[], ?::bigint[], ?::bigint[], ?::bigint[], ?::bigint[],"
                    + " ?::bigint[], ?::boolean[], ?::text[], ?::bigint[], ?::bigint[]";
    private static final String MOVED =
            "key, max, highest_end, ahead_end, epoch, latest, latest_low, latest_high, shown, node, etag, modified";
    private static final String EDITED = MOVED + ", id, collection, metadata, body";
    private static final String ALL_ARRAYS = POSITION + ", ?::text[], ?::bigint[], ?::bytea[], ?::bytea[])";

    static final String INSERT = "INSERT INTO counter (database, " + EDITED + ") SELECT ?::bigint, added.* FROM "
            + ALL_ARRAYS + " AS added ON CONFLICT DO NOTHING";

    private static final String SET_POSITION =
            " SET max = n.max, highest_end = n.highest_end, ahead_end = n.ahead_end, epoch = n.epoch, latest = n.latest, latest_low = n.latest_low,"
                    + " latest_high = n.latest_high, shown = n.shown, node = n.node, etag = n.etag, modified = n.modified";

    /** Sets what a reservation or a return changes. */
    static final String MOVE = "UPDATE counter c" + SET_POSITION + " FROM " + POSITION + ") AS n (" + MOVED
            + ") WHERE c.database = ? AND c.key = n.key";

    /** Sets everything. */
    static final String EDIT = "UPDATE counter c" + SET_POSITION
            + ", id = n.id, collection = n.collection, metadata = n.metadata, body = n.body FROM " + ALL_ARRAYS
            + " AS n ("
            + EDITED + ") WHERE c.database = ? AND c.key = n.key";

    private CounterColumns() {}

    public static Counter read(ResultSet row) throws SQLException {
        Counter counter = new Counter(StoredId.of(row.getString(9), REMEDY), row.getString(11), row.getLong(10));
        long latest = row.getLong(5);
        counter.restorePosition(
                row.getLong(2),
                row.getLong(3),
                row.getLong(4),
                latest == 0 ? null : new OpenLease(latest, row.getLong(6), row.getLong(7)));
        counter.restoreAhead(row.getLong(16));
        counter.restoreDocument(row.getBoolean(8), row.getBytes(14), row.getBytes(15));
        counter.restoreVersion(row.getLong(12), Ticks.toInstant(row.getLong(13)));
        counter.stored();
        return counter;
    }

    /** Returns the parameters of {@link #INSERT}. */
    static Object[] insert(long database, List<Counter> counters) {
        return Columns.join(new Object[] {database}, Columns.join(position(counters), document(counters)));
    }

    /** Returns the parameters of {@link #MOVE}. */
    static Object[] move(long database, List<Counter> counters) {
        return Columns.join(position(counters), database);
    }

    /** Returns the parameters of {@link #EDIT}. */
    static Object[] edit(long database, List<Counter> counters) {
        return Columns.join(Columns.join(position(counters), document(counters)), database);
    }

    private static Object[] position(List<Counter> counters) {
        return new Object[] {
            Columns.texts(counters, Counter::key),
            Columns.numbers(counters, Counter::max),
            Columns.numbers(counters, Counter::highestEnd),
            Columns.numbers(counters, Counter::aheadEnd),
            Columns.numbers(counters, Counter::epoch),
            Columns.numbers(counters, counter -> latest(counter, OpenLease::serial)),
            Columns.numbers(counters, counter -> latest(counter, OpenLease::low)),
            Columns.numbers(counters, counter -> latest(counter, OpenLease::high)),
            counters.stream().map(Counter::isShown).toArray(Boolean[]::new),
            Columns.texts(counters, Counter::node),
            Columns.numbers(counters, Counter::etag),
            Columns.numbers(counters, counter -> Ticks.of(counter.modified())),
        };
    }

    private static Object[] document(List<Counter> counters) {
        return new Object[] {
            Columns.texts(counters, counter -> counter.id().text()),
            Columns.numbers(counters, Counter::collection),
            Columns.bytes(counters, Counter::metadata),
            Columns.bytes(counters, Counter::body),
        };
    }

    private static @Nullable Long latest(Counter counter, Function<OpenLease, Long> part) {
        OpenLease latest = counter.latest();
        return latest == null ? null : part.apply(latest);
    }
}
