package io.mintmark.storage.sqlite.write;

import io.mintmark.document.NodeTag;
import io.mintmark.storage.lease.LeaseKind;
import io.mintmark.storage.row.Counter;
import io.mintmark.storage.row.GroupTable;
import io.mintmark.storage.row.GroupTables;
import io.mintmark.storage.row.LeaseRow;
import io.mintmark.storage.row.Ticks;
import io.mintmark.storage.sql.Statements;
import io.mintmark.storage.write.Holder;
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
        find = statements.keep("SELECT c.key, l.low, l.high, l.previous, l.node, l.client, l.reserved, l.returned,"
                + " l.principal, l.kind, l.passed, l.ended"
                + " FROM lease l JOIN counter c ON c.number = l.counter WHERE l.serial = ?");
        insert = statements.keep(
                "INSERT INTO lease (serial, counter, low, high, previous, node, client, reserved, principal, kind, passed,"
                        + " returned, ended) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
        close = statements.keep("UPDATE lease SET returned = ?, kind = ?, ended = ? WHERE serial = ?");
    }

    /** Returns a lease that is stored and remembered, or null. */
    @Nullable LeaseRow find(long serial) {
        return state.isForgotten(serial) ? null : find.first(row -> read(serial, row), serial);
    }

    private static LeaseRow read(long serial, ResultSet row) throws SQLException {
        Lease lease = new Lease(
                serial, row.getLong(2), row.getLong(3), NodeTag.of(row.getString(5)), Ticks.toInstant(row.getLong(7)));
        LeaseRow.Details record = new LeaseRow.Details(
                new Holder(row.getString(6), row.getString(9)),
                LeaseKind.of(Statements.nullable(row, 10)),
                row.getLong(11));
        return new LeaseRow(
                row.getString(1),
                lease,
                Statements.nullable(row, 4),
                record,
                Statements.nullable(row, 8),
                Ticks.toNullable(Statements.nullable(row, 12)));
    }

    /** Writes what a group changed, whose counters are written already. */
    void write(GroupTables tables) {
        GroupTable<Long, LeaseRow> table = tables.leases();
        table.changes().forEach((serial, changed) -> {
            LeaseRow row = changed.orElseThrow();
            if (table.wasThere(serial)) {
                close.update(
                        row.returned(), LeaseKind.code(row.record().kind()), Ticks.ofNullable(row.ended()), serial);
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
                row.record().holder().client(),
                Ticks.of(lease.reservedAt()),
                row.record().holder().principal(),
                LeaseKind.code(row.record().kind()),
                row.record().passed() == 0 ? null : row.record().passed(),
                row.returned(),
                Ticks.ofNullable(row.ended()));
    }
}
