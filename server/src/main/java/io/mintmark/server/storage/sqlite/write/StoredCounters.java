package io.mintmark.server.storage.sqlite.write;

import io.mintmark.counter.OpenLease;
import io.mintmark.server.storage.row.Counter;
import io.mintmark.server.storage.row.GroupTable;
import io.mintmark.server.storage.sqlite.file.Damage;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The table of HiLo counters behind a memory, so that a counter in use is read once. Used by the writer thread only. */
final class StoredCounters {
    /** Some 40 MB in the end; a database that uses more counters in turn reads each again before it changes it. */
    private static final int REMEMBERED_MAX = 1 << 17;

    private final PreparedStatement find;
    private final PreparedStatement insert;
    private final PreparedStatement update;
    private final PreparedStatement move;
    private final WriterState state;
    private final CounterMemory memory;
    private final CounterRow rows = new CounterRow();
    private final Map<String, Counter> remembered = new HashMap<>();

    StoredCounters(Connection connection, WriterState state, CounterMemory memory) throws SQLException {
        this.state = state;
        this.memory = memory;
        find = connection.prepareStatement(CounterRow.SELECT + " WHERE key = ?");
        insert = connection.prepareStatement(CounterRow.INSERT);
        update = connection.prepareStatement(CounterRow.UPDATE);
        move = connection.prepareStatement(CounterRow.MOVE);
    }

    /** Returns the counter of that key, or null if there is none. */
    @Nullable Counter find(String key) throws SQLException {
        Counter known = remembered.get(key);
        if (known != null) {
            return known;
        }
        find.setString(1, key);
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

    /** Writes what a group changed. */
    void write(GroupTable<String, Counter> table) throws SQLException {
        for (Map.Entry<String, Optional<Counter>> changed : table.changes().entrySet()) {
            Counter counter = changed.getValue().orElseThrow();
            if (table.wasThere(changed.getKey())) {
                change(counter);
            } else {
                add(counter);
            }
            remember(counter);
        }
    }

    private void add(Counter counter) throws SQLException {
        rows.bindInsert(insert, counter);
        try (ResultSet row = insert.executeQuery()) {
            row.next();
            counter.assignNumber(row.getLong(1));
        }
        counter.stored();
        state.counterAdded();
    }

    private void change(Counter counter) throws SQLException {
        if ((counter.isDocumentChanged() ? update(counter) : move(counter)) != 1) {
            throw new SQLException(
                    "the row of the counter " + counter.id().text() + " is gone from its table. " + Damage.REMEDY);
        }
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

    private Counter remember(Counter counter) {
        if (remembered.size() >= REMEMBERED_MAX || memory.isFull()) {
            forget();
        }
        if (remembered.put(counter.key(), counter) == null) {
            memory.add(1);
        }
        return counter;
    }

    /** Keeps no counter in memory any more. */
    void forget() {
        memory.add(-remembered.size());
        remembered.clear();
    }
}
