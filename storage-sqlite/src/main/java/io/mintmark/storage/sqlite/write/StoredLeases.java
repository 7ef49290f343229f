package io.mintmark.storage.sqlite.write;

import io.mintmark.document.NodeTag;
import io.mintmark.storage.row.Counter;
import io.mintmark.storage.row.GroupTable;
import io.mintmark.storage.row.GroupTables;
import io.mintmark.storage.row.LeaseRow;
import io.mintmark.storage.row.Ticks;
import io.mintmark.storage.write.Lease;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The table of leases: the record of every reservation. Used by the writer thread only. */
final class StoredLeases {
    private final WriterStatements.Kept find;
    private final WriterStatements.Kept insert;
    private final WriterStatements.Kept close;
    private final WriterState state;

    StoredLeases(WriterStatements statements, WriterState state) throws SQLException {
        this.state = state;
        find = statements.keep("SELECT c.key, l.low, l.high, l.previous, l.node, l.client, l.reserved, l.returned"
                + " FROM lease l JOIN counter c ON c.number = l.counter WHERE l.serial = ?");
        insert = statements.keep(
                "INSERT INTO lease (serial, counter, low, high, previous, node, client, reserved, returned)"
                        + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)");
        close = statements.keep("UPDATE lease SET returned = ? WHERE serial = ?");
    }

    /** Returns a lease that is stored and remembered, or null. */
    @Nullable LeaseRow find(long serial) {
        return state.isForgotten(serial) ? null : find.first(row -> read(serial, row), serial);
    }

    private static LeaseRow read(long serial, ResultSet row) throws SQLException {
        Lease lease = new Lease(
                serial, row.getLong(2), row.getLong(3), NodeTag.of(row.getString(5)), Ticks.toInstant(row.getLong(7)));
        return new LeaseRow(row.getString(1), lease, number(row, 4), row.getString(6), number(row, 8));
    }

    private static @Nullable Long number(ResultSet row, int column) throws SQLException {
        long number = row.getLong(column);
        return row.wasNull() ? null : number;
    }

    /** Writes what a group changed, whose counters are written already. */
    void write(GroupTables tables) {
        GroupTable<Long, LeaseRow> table = tables.leases();
        table.changes().forEach((serial, changed) -> {
            LeaseRow row = changed.orElseThrow();
            if (table.wasThere(serial)) {
                close.update(row.returned(), serial);
            } else {
                add(row, Objects.requireNonNull(tables.counters().get(row.counter())));
            }
        });
    }

    private void add(LeaseRow row, Counter counter) {
        Lease lease = row.lease();
        insert.update(
                lease.serial(),
                counter.number(),
                lease.low(),
                lease.high(),
                row.previous(),
                lease.node().text(),
                row.client(),
                Ticks.of(lease.reservedAt()),
                row.returned());
    }
}
