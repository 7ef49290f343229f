package io.mintmark.server.storage.sql;

import io.mintmark.document.DocumentId;
import io.mintmark.range.OpenLease;
import io.mintmark.server.storage.HiLoDocument;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The rows of HiLo counters behind a cache, so that a group of requests for one counter reads and writes it once.
 *
 * <p>Changes stay in memory until {@link #flush}; a flush gives every changed counter one new etag. Used by the writer
 * thread only.
 */
final class Counters {
    /** Some 40 MB in the end; a database that uses more counters in turn reads each again before it changes it. */
    private static final int CACHED_MAX = 1 << 17;

    private static final byte[] USUAL_METADATA = HiLoDocument.metadata();
    private static final String COLUMNS = "number, max, epoch, latest, latest_low, latest_high,"
            + " shown, id, etag, collection, node, modified, metadata, body";

    private final PreparedStatement find;
    private final PreparedStatement insert;
    private final PreparedStatement update;
    private final WriterState state;
    private final Map<String, Counter> cache = new HashMap<>();
    private final Map<String, Counter> changed = new LinkedHashMap<>();

    Counters(Connection connection, WriterState state) throws SQLException {
        this.state = state;
        find = connection.prepareStatement("SELECT " + COLUMNS + " FROM counter WHERE key = ?");
        insert = connection.prepareStatement("INSERT INTO counter (key, " + COLUMNS.substring("number, ".length())
                + ") VALUES (?, 0, 0, NULL, NULL, NULL, 0, ?, 0, ?, ?, 0, ?, ?) RETURNING number");
        update = connection.prepareStatement(
                "UPDATE counter SET max = ?, epoch = ?, latest = ?, latest_low = ?, latest_high = ?, shown = ?,"
                        + " id = ?, etag = ?, collection = ?, node = ?, modified = ?, metadata = ?, body = ?"
                        + " WHERE number = ?");
    }

    /** Returns the counter that a document shows or would show, or null if there is none. */
    @Nullable Counter find(DocumentId id) throws SQLException {
        Counter cached = cache.get(id.key());
        if (cached != null) {
            return cached;
        }
        find.setString(1, id.key());
        try (ResultSet row = find.executeQuery()) {
            return row.next() ? remember(read(id, row)) : null;
        }
    }

    /** Adds a counter that stands at 0. */
    Counter add(DocumentId id, String node, long collection) throws SQLException {
        Counter counter = new Counter(id, node);
        counter.collection = collection;
        insert.setString(1, counter.key);
        insert.setString(2, id.text());
        insert.setLong(3, collection);
        insert.setString(4, node);
        insert.setBytes(5, counter.metadata);
        insert.setBytes(6, counter.body);
        try (ResultSet row = insert.executeQuery()) {
            row.next();
            counter.number = row.getLong(1);
        }
        return remember(counter);
    }

    void change(Counter counter) {
        changed.put(counter.key, counter);
    }

    void flush() throws SQLException {
        if (changed.isEmpty()) {
            return;
        }
        for (Counter counter : changed.values()) {
            write(counter);
        }
        changed.clear();
    }

    /** Drops what a refused batch may have left in memory; the rows themselves were undone by the savepoint. */
    void forgetUnwritten() {
        changed.clear();
        cache.clear();
    }

    private Counter remember(Counter counter) {
        if (cache.size() >= CACHED_MAX && changed.isEmpty()) {
            cache.clear();
        }
        cache.put(counter.key, counter);
        return counter;
    }

    private Counter read(DocumentId asked, ResultSet row) throws SQLException {
        DocumentId id = DocumentId.of(row.getString(8));
        Counter counter = new Counter(id.equals(asked) ? id : asked, row.getString(11));
        counter.number = row.getLong(1);
        counter.max = row.getLong(2);
        counter.epoch = row.getLong(3);
        long latest = row.getLong(4);
        if (latest != 0 && !state.isForgotten(latest)) {
            counter.latest = new OpenLease(latest, row.getLong(5), row.getLong(6));
        }
        counter.shown = row.getInt(7) == 1;
        counter.etag = row.getLong(9);
        counter.collection = row.getLong(10);
        counter.modifiedTicks = row.getLong(12);
        counter.metadata = shared(row.getBytes(13), USUAL_METADATA);
        counter.body = shared(row.getBytes(14), Counter.EMPTY_OBJECT);
        return counter;
    }

    /** Returns the one that others hold as well, if it is the same: nearly all are, and a cache holds many. */
    private static byte[] shared(byte[] read, byte[] usual) {
        return Arrays.equals(read, usual) ? usual : read;
    }

    private void write(Counter counter) throws SQLException {
        counter.etag = state.drawEtag();
        update.setLong(1, counter.max);
        update.setLong(2, counter.epoch);
        OpenLease latest = counter.latest;
        if (latest == null) {
            update.setNull(3, Types.INTEGER);
            update.setNull(4, Types.INTEGER);
            update.setNull(5, Types.INTEGER);
        } else {
            update.setLong(3, latest.serial());
            update.setLong(4, latest.low());
            update.setLong(5, latest.high());
        }
        update.setInt(6, counter.shown ? 1 : 0);
        update.setString(7, counter.id.text());
        update.setLong(8, counter.etag);
        update.setLong(9, counter.collection);
        update.setString(10, counter.node);
        update.setLong(11, counter.modifiedTicks);
        update.setBytes(12, counter.metadata);
        update.setBytes(13, counter.body);
        update.setLong(14, counter.number);
        update.executeUpdate();
    }
}
