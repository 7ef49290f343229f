package io.mintmark.server.storage.sqlite.write;

import io.mintmark.counter.OpenLease;
import io.mintmark.server.storage.counter.Lease;
import io.mintmark.server.storage.evaluation.Counter;
import io.mintmark.server.storage.row.Ticks;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import org.jspecify.annotations.Nullable;

/** The record of every reservation. Used by the writer thread only. */
final class LeaseTable {
    private final PreparedStatement insert;
    private final PreparedStatement close;
    private final PreparedStatement previous;
    private final PreparedStatement open;

    LeaseTable(Connection connection) throws SQLException {
        insert = connection.prepareStatement(
                "INSERT INTO lease (serial, counter, low, high, previous, node, client, reserved)"
                        + " VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
        close = connection.prepareStatement("UPDATE lease SET returned = ? WHERE serial = ?");
        previous = connection.prepareStatement("SELECT previous FROM lease WHERE serial = ?");
        open = connection.prepareStatement(
                "SELECT serial, low, high FROM lease" + " WHERE serial = ? AND counter = ? AND returned IS NULL");
    }

    void insert(Lease lease, Counter counter, @Nullable String client) throws SQLException {
        insert.setLong(1, lease.serial());
        insert.setLong(2, counter.number());
        insert.setLong(3, lease.low());
        insert.setLong(4, lease.high());
        OpenLease before = counter.latest();
        if (before == null) {
            insert.setNull(5, Types.INTEGER);
        } else {
            insert.setLong(5, before.serial());
        }
        insert.setString(6, lease.node().text());
        insert.setString(7, client);
        insert.setLong(8, Ticks.of(lease.reservedAt()));
        insert.executeUpdate();
    }

    void close(long serial, long lastIssued) throws SQLException {
        close.setLong(1, lastIssued);
        close.setLong(2, serial);
        close.executeUpdate();
    }

    /** Returns the lease that was the counter's latest before this one, if it is still open and remembered. */
    @Nullable OpenLease openBefore(Counter counter, long serial) throws SQLException {
        previous.setLong(1, serial);
        long before;
        try (ResultSet row = previous.executeQuery()) {
            before = row.next() ? row.getLong(1) : 0;
        }
        open.setLong(1, before);
        open.setLong(2, counter.number());
        try (ResultSet row = open.executeQuery()) {
            return row.next() ? new OpenLease(row.getLong(1), row.getLong(2), row.getLong(3)) : null;
        }
    }
}
