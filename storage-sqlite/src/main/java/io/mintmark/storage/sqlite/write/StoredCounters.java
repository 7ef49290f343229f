package io.mintmark.storage.sqlite.write;

import io.mintmark.counter.OpenLease;
import io.mintmark.storage.row.Counter;
import io.mintmark.storage.row.GroupTable;
import io.mintmark.storage.sqlite.file.Damage;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The table of HiLo counters behind a memory, so that a counter in use is read once. Used by the writer thread only.
 */
final class StoredCounters {
    /** Some 40 MB in the end; a database that uses more counters in turn reads each again before it changes it. */
    private static final int REMEMBERED_MAX = 1 << 17;

    private final WriterStatements statements;
    private final WriterStatements.Kept find;
    private final WriterStatements.Kept insert;
    private final WriterStatements.Kept update;
    private final WriterStatements.Kept move;
    private final WriterState state;
    private final CounterMemory memory;
    private final CounterRow rows = new CounterRow();
    private final Map<String, Counter> remembered = new HashMap<>();

    StoredCounters(WriterStatements statements, WriterState state, CounterMemory memory) throws SQLException {
        this.statements = statements;
        this.state = state;
        this.memory = memory;
        find = statements.keep(CounterRow.SELECT + " WHERE key = ?");
        insert = statements.keep(CounterRow.INSERT);
        update = statements.keep(CounterRow.UPDATE);
        move = statements.keep(CounterRow.MOVE);
    }

    /** Returns the counter of that key, or null if there is none. */
    @Nullable Counter find(String key) {
        Counter known = remembered.get(key);
        if (known != null) {
            return known;
        }
        Counter found = find.first(this::read, key);
        if (found != null) {
            remember(found);
        }
        return found;
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
    void write(GroupTable<String, Counter> table) {
        table.changes().forEach((key, changed) -> {
            Counter counter = changed.orElseThrow();
            if (table.wasThere(key)) {
                change(counter);
            } else {
                counter.assignNumber(insert.numberBound(statement -> rows.bindInsert(statement, counter)));
                state.counterAdded();
            }
            counter.stored();
        });
    }

    /** Remembers what was written, once nothing of it is undone but with the writer's end. */
    void remember(GroupTable<String, Counter> table) {
        table.changes().values().forEach(changed -> remember(changed.orElseThrow()));
    }

    /** Most writes move a counter: what the row says of the document is long and stays. */
    private void change(Counter counter) {
        int written = counter.isDocumentChanged()
                ? update.updateBound(statement -> rows.bindUpdate(statement, counter))
                : move.updateBound(statement -> rows.bindMove(statement, counter));
        if (written != 1) {
            throw statements.failed(
                    "the row of the counter " + counter.id().text() + " is gone from its table. " + Damage.REMEDY);
        }
    }

    private void remember(Counter counter) {
        if (remembered.size() >= REMEMBERED_MAX || memory.isFull()) {
            forget();
        }
        if (remembered.put(counter.key(), counter) == null) {
            memory.add(1);
        }
    }

    /** Keeps no counter in memory any more. */
    void forget() {
        memory.add(-remembered.size());
        remembered.clear();
    }
}
