package io.mintmark.storage.sqlite.write;

import io.mintmark.storage.row.GroupTable;
import io.mintmark.storage.row.Ticks;
import io.mintmark.storage.write.CutLog;
import java.sql.SQLException;

/**
 * The log of ranges that were cut from numbers reserved ahead: one line of chunks, each at its place. Used by the
 * writer thread only.
 */
final class StoredCuts {
    private static final long UNKNOWN = -1;

    private final WriterStatements.Kept last;
    private final WriterStatements.Kept insert;
    private final String node;
    private long end = UNKNOWN;

    StoredCuts(WriterStatements statements, String node) throws SQLException {
        this.node = node;
        last = statements.keep("SELECT coalesce(max(place), 0) FROM lease_cut");
        insert = statements.keep("INSERT INTO lease_cut (place, counter, node, low, high, first, last, content)"
                + " SELECT ?, number, ?, ?, ?, ?, ?, ? FROM counter WHERE key = ?");
    }

    /** Returns where the line ends. */
    long end() {
        if (end == UNKNOWN) {
            end = last.number();
        }
        return end;
    }

    /** Writes the chunks of a group, whose counters are written already. */
    void write(GroupTable<Long, CutLog.Chunk> table) {
        table.changes().values().forEach(chunk -> add(chunk.orElseThrow()));
    }

    private void add(CutLog.Chunk chunk) {
        end = end() + chunk.bytes();
        insert.update(
                end,
                node,
                chunk.low(),
                chunk.high(),
                Ticks.of(chunk.first()),
                Ticks.of(chunk.last()),
                chunk.content(),
                chunk.counter().key());
    }
}
