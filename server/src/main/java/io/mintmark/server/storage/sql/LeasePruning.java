package io.mintmark.server.storage.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;

/**
 * Forgets old leases, a slice at a time, oldest first; the latest lease of a counter stays whatever its age.
 *
 * <p>Normally when the writer is idle; when the count runs a quarter past its limit, between two groups. Used by the
 * writer thread only.
 */
final class LeasePruning {
    private static final int SLICE = 1_000;

    private final long retentionTicks;
    private final long leasesMax;
    private final PreparedStatement oldest;
    private final PreparedStatement newestOfSlice;
    private final PreparedStatement delete;
    private long prunedTo;

    LeasePruning(Connection connection, Duration retention, int leasesMax) throws SQLException {
        this.retentionTicks = retention.toNanos() / 100;
        this.leasesMax = leasesMax;
        oldest = connection.prepareStatement("SELECT min(serial) FROM lease WHERE serial > ?");
        newestOfSlice = connection.prepareStatement(
                "SELECT reserved FROM lease WHERE serial > ? AND serial <= ? ORDER BY serial DESC LIMIT 1");
        delete = connection.prepareStatement("DELETE FROM lease WHERE serial > ? AND serial <= ?"
                + " AND NOT EXISTS (SELECT 1 FROM counter WHERE number = lease.counter AND latest = lease.serial)");
        prunedTo = startBeforeOldest();
    }

    private long startBeforeOldest() throws SQLException {
        oldest.setLong(1, 0);
        try (ResultSet row = oldest.executeQuery()) {
            long serial = row.next() ? row.getLong(1) : 0;
            return Math.max(0, serial - 1);
        }
    }

    /** Tells whether a slice can be forgotten now. */
    boolean isDue(WriteTransaction tx) throws SQLException {
        long sliceEnd = prunedTo + SLICE;
        if (sliceEnd > tx.state.leaseSerial()) {
            return false;
        }
        return sliceEnd <= tx.state.leaseSerial() - leasesMax || isOlderThanRetention(sliceEnd, tx);
    }

    /** Tells whether the count ran so far past its limit that waiting for an idle moment is no longer right. */
    boolean isOverdue(WriteTransaction tx) {
        return tx.state.leaseSerial() - prunedTo > leasesMax + leasesMax / 4 + SLICE;
    }

    private boolean isOlderThanRetention(long sliceEnd, WriteTransaction tx) throws SQLException {
        newestOfSlice.setLong(1, prunedTo);
        newestOfSlice.setLong(2, sliceEnd);
        try (ResultSet row = newestOfSlice.executeQuery()) {
            return !row.next() || row.getLong(1) < Ticks.of(tx.clock().instant()) - retentionTicks;
        }
    }

    void pruneSome(WriteTransaction tx) throws SQLException {
        tx.counters.flush();
        delete.setLong(1, prunedTo);
        delete.setLong(2, prunedTo + SLICE);
        delete.executeUpdate();
        prunedTo += SLICE;
    }
}
