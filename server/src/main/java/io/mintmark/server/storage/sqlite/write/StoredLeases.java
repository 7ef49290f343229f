package io.mintmark.server.storage.sqlite.write;

import io.mintmark.document.NodeTag;
import io.mintmark.server.storage.counter.Lease;
import io.mintmark.server.storage.row.Counter;
import io.mintmark.server.storage.row.GroupTable;
import io.mintmark.server.storage.row.GroupTables;
import io.mintmark.server.storage.row.LeaseRow;
import io.mintmark.server.storage.row.Ticks;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The table of leases: the record of every reservation. Used by the writer thread only. */
final class StoredLeases {
    private final PreparedStatement find;
    private final PreparedStatement insert;
    private final PreparedStatement close;
    private final WriterState state;

    StoredLeases(Connection connection, WriterState state) throws SQLException {
        this.state = state;
        find = connection.prepareStatement(
                "SELECT c.key, l.low, l.high, l.previous, l.node, l.client, l.reserved, l.returned"
                        + " FROM lease l JOIN counter c ON c.number = l.counter WHERE l.serial = ?");
        insert = connection.prepareStatement(
                "INSERT INTO lease (serial, counter, low, high, previous, node, client, reserved, returned)"
                        + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)");
        close = connection.prepareStatement("UPDATE lease SET returned = ? WHERE serial = ?");
    }

    /** Returns a lease that is stored and remembered, or null. */
    @Nullable LeaseRow find(long serial) throws SQLException {
        if (state.isForgotten(serial)) {
            return null;
        }
        find.setLong(1, serial);
        try (ResultSet row = find.executeQuery()) {
            return row.next() ? read(serial, row) : null;
        }
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
    void write(GroupTables tables) throws SQLException {
        GroupTable<Long, LeaseRow> table = tables.leases();
        for (Map.Entry<Long, Optional<LeaseRow>> changed : table.changes().entrySet()) {
            LeaseRow lease = changed.getValue().orElseThrow();
            if (table.wasThere(changed.getKey())) {
                close.setLong(1, Objects.requireNonNull(lease.returned()));
                close.setLong(2, changed.getKey());
                close.executeUpdate();
            } else {
                add(lease, Objects.requireNonNull(tables.counters().get(lease.counter())));
            }
        }
    }

    private void add(LeaseRow row, Counter counter) throws SQLException {
        Lease lease = row.lease();
        insert.setLong(1, lease.serial());
        insert.setLong(2, counter.number());
        insert.setLong(3, lease.low());
        insert.setLong(4, lease.high());
        setLong(5, row.previous());
        insert.setString(6, lease.node().text());
        insert.setString(7, row.client());
        insert.setLong(8, Ticks.of(lease.reservedAt()));
        setLong(9, row.returned());
        insert.executeUpdate();
    }

    private void setLong(int parameter, @Nullable Long value) throws SQLException {
        if (value == null) {
            insert.setNull(parameter, Types.INTEGER);
        } else {
            insert.setLong(parameter, value);
        }
    }
}
