package io.mintmark.storage.sqlite.write;

import io.mintmark.storage.row.Ticks;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;

/**
 * Forgets old leases, a slice at a time, oldest first; the latest lease of a counter stays whatever its age.
 *
 * <p>A slice is a number of leases that exist, whatever their serials: what was forgotten before costs nothing, also
 * after a restart, when the walk begins at the oldest lease again. A lease that stayed may go once its counter has a
 * newer one, so the walk also begins again when it left more than twice as many behind as it had to the last time.
 *
 * <p>Normally when the writer is idle; when the count runs a quarter past its limit, at the end of a group, whose
 * commit it shares. Used by the writer thread only.
 */
public final class LeasePruning {
    static final int SLICE = 1_000;

    private final long retentionTicks;
    private final long leasesMax;
    private final PreparedStatement slice;
    private final PreparedStatement delete;

    /** Where the walk stands; the next slice, once it is known, ends at {@link #sliceEnd}. */
    private long prunedTo;

    private long sliceEnd;
    private long sliceReserved;
    private long lookAgainAt;

    /** How many leases stayed behind the walk, and how many may before it begins again. */
    private long left;

    private long leftMax = 2 * SLICE;
    private long turnedAt;

    /** Forgets leases of {@code connection} that are older than {@code retention}, or beyond {@code leasesMax}. */
    public LeasePruning(Connection connection, Duration retention, int leasesMax) throws SQLException {
        this.retentionTicks = retention.toNanos() / 100;
        this.leasesMax = leasesMax;
        // Beside max(), SQLite takes the other columns from the row that has the maximum.
        slice = connection.prepareStatement("SELECT count(*), max(serial), reserved FROM"
                + " (SELECT serial, reserved FROM lease WHERE serial > ? ORDER BY serial LIMIT " + SLICE + ")");
        delete = connection.prepareStatement("DELETE FROM lease WHERE serial > ? AND serial <= ?"
                + " AND NOT EXISTS (SELECT 1 FROM counter WHERE number = lease.counter AND latest = lease.serial)");
    }

    /** Returns whether a slice can be forgotten now. */
    boolean isDue(WriteTransaction tx) throws SQLException {
        return hasSlice(tx)
                && (sliceEnd <= tx.state.leaseSerial() - leasesMax
                        || sliceReserved < Ticks.of(tx.clock().instant()) - retentionTicks);
    }

    /** Returns whether the count ran so far past its limit that waiting for an idle moment is no longer right. */
    boolean isOverdue(WriteTransaction tx) {
        return tx.state.leaseSerial() - prunedTo > leasesMax + leasesMax / 4 + SLICE;
    }

    private boolean hasSlice(WriteTransaction tx) throws SQLException {
        if (sliceEnd != 0 || tx.state.leaseSerial() < lookAgainAt) {
            return sliceEnd != 0;
        }
        slice.setLong(1, prunedTo);
        try (ResultSet row = slice.executeQuery()) {
            row.next();
            int count = row.getInt(1);
            if (count == SLICE) {
                sliceEnd = row.getLong(2);
                sliceReserved = row.getLong(3);
            } else {
                lookAgainAt = tx.state.leaseSerial() + SLICE - count;
            }
        }
        return sliceEnd != 0;
    }

    /** Forgets the slice that is due. */
    void pruneSome(WriteTransaction tx) throws SQLException {
        tx.write();
        delete.setLong(1, prunedTo);
        delete.setLong(2, sliceEnd);
        left += SLICE - delete.executeUpdate();
        prunedTo = sliceEnd;
        sliceEnd = 0;
        lookAgainAt = 0;
        turnIfWorthIt();
    }

    private void turnIfWorthIt() {
        if (prunedTo < turnedAt) {
            return;
        }
        if (turnedAt != 0) {
            turnedAt = 0;
            leftMax = 2 * (left + SLICE);
        } else if (left > leftMax) {
            turnedAt = prunedTo;
            prunedTo = 0;
            left = 0;
        }
    }
}
