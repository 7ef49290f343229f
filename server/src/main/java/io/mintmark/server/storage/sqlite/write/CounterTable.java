package io.mintmark.server.storage.sqlite.write;

import io.mintmark.counter.OpenLease;
import io.mintmark.document.DocumentId;
import io.mintmark.server.storage.evaluation.Counter;
import io.mintmark.server.storage.sqlite.file.Damage;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
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
final class CounterTable {
    /** Some 40 MB in the end; a database that uses more counters in turn reads each again before it changes it. */
    private static final int CACHED_MAX = 1 << 17;

    private final PreparedStatement find;
    private final PreparedStatement insert;
    private final PreparedStatement update;
    private final PreparedStatement move;
    private final WriterState state;
    private final CounterMemory memory;
    private final CounterRow rows = new CounterRow();
    private final Map<String, Counter> cache = new HashMap<>();
    private final Map<String, Counter> changed = new LinkedHashMap<>();
    private final Written written;

    /** Hears of each counter that got a new version. */
    @FunctionalInterface
    interface Written {
        void counter(Counter counter) throws SQLException;
    }

    CounterTable(Connection connection, WriterState state, CounterMemory memory, Written written) throws SQLException {
        this.state = state;
        this.memory = memory;
        this.written = written;
        find = connection.prepareStatement(CounterRow.SELECT + " WHERE key = ?");
        insert = connection.prepareStatement(CounterRow.INSERT);
        update = connection.prepareStatement(CounterRow.UPDATE);
        move = connection.prepareStatement(CounterRow.MOVE);
    }

    /** Returns the counter that a document shows or would show, or null if there is none. */
    @Nullable Counter find(DocumentId id) throws SQLException {
        Counter cached = cache.get(id.key());
        if (cached != null) {
            return cached;
        }
        find.setString(1, id.key());
        try (ResultSet row = find.executeQuery()) {
            return row.next() ? remember(read(row)) : null;
        }
    }

    private Counter read(ResultSet row) throws SQLException {
        Counter counter = rows.read(row);
        OpenLease latest = counter.latest();
        if (latest != null && state.isForgotten(latest.serial())) {
            counter.restorePosition(counter.max(), counter.highestEnd(), counter.epoch(), null);
        }
        return counter;
    }

    /** Adds a counter that stands where counters of this database begin. */
    Counter add(DocumentId id, String node, long collection) throws SQLException {
        Counter counter = new Counter(id, node, collection);
        counter.restorePosition(state.firstMax(), state.firstMax(), 0, null);
        state.advance.added();
        rows.bindInsert(insert, counter);
        try (ResultSet row = insert.executeQuery()) {
            row.next();
            counter.assignNumber(row.getLong(1));
        }
        counter.stored();
        state.counterAdded();
        return remember(counter);
    }

    /**
     * Takes note of a change.
     *
     * @param before where the counter stood before this piece of work
     */
    void change(Counter counter, long before) {
        state.advance.moved(counter.key(), before, counter.max());
        changed.put(counter.key(), counter);
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
        forget();
    }

    /** Keeps no counter in memory any more. */
    void forget() {
        memory.add(-cache.size());
        cache.clear();
    }

    private Counter remember(Counter counter) {
        if ((cache.size() >= CACHED_MAX || memory.isFull()) && changed.isEmpty()) {
            forget();
        }
        if (cache.put(counter.key(), counter) == null) {
            memory.add(1);
        }
        return counter;
    }

    private void write(Counter counter) throws SQLException {
        counter.assignEtag(state.drawEtag());
        int rowsWritten = counter.isDocumentChanged() ? update(counter) : move(counter);
        if (rowsWritten != 1) {
            throw new SQLException(
                    "the row of the counter " + counter.id().text() + " is gone from its table. " + Damage.REMEDY);
        }
        written.counter(counter);
    }

    private int update(Counter counter) throws SQLException {
        rows.bindUpdate(update, counter);
        int rowsWritten = update.executeUpdate();
        counter.stored();
        return rowsWritten;
    }

    /** Most writes by far; what the row says of the document is long and stays. */
    private int move(Counter counter) throws SQLException {
        rows.bindMove(move, counter);
        return move.executeUpdate();
    }
}
