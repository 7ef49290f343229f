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
 *
 * <p>The log of cut ranges is pruned likewise, by its bytes and its age. What is forgotten of each counter is kept, so
 * that nobody takes a number for a gap whose record is gone.
 */
public final class LeasePruning {
    static final int SLICE = 1_000;

    /** How many bytes of cut ranges a database keeps, with their rows. */
    static final long LOG_BYTES_MAX = 1L << 26;

    /** Chunks that are forgotten at once; they are seldom long. */
    private static final int CHUNKS = 32;

    private static final String OLD = " FROM lease WHERE serial > ? AND serial <= ?"
            + " AND NOT EXISTS (SELECT 1 FROM counter WHERE number = lease.counter AND latest = lease.serial)";
    private static final String OLD_CHUNKS =
            " FROM lease_cut WHERE (place <= ? OR last < ?) AND place IN (SELECT place FROM lease_cut ORDER BY place LIMIT "
                    + CHUNKS + ")";

    private final long retentionTicks;
    private final long leasesMax;
    private final PreparedStatement slice;
    private final PreparedStatement note;
    private final PreparedStatement delete;
    private final PreparedStatement oldestChunk;
    private final PreparedStatement noteChunks;
    private final PreparedStatement deleteChunks;
    /** The oldest chunk of the log, once it was looked at; place 0 if there is none. */
    private long chunkPlace;

    private long chunkTicks;
    private long lookedAt = -1;

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
        this.retentionTicks = Ticks.of(retention);
        this.leasesMax = leasesMax;
        // Beside max(), SQLite takes the other columns from the row that has the maximum.
        slice = connection.prepareStatement("SELECT count(*), max(serial), reserved FROM"
                + " (SELECT serial, reserved FROM lease WHERE serial > ? ORDER BY serial LIMIT " + SLICE + ")");
        note = connection.prepareStatement("INSERT INTO lease_horizon (counter, leases_to, leases_at, cuts_to)"
                + " SELECT counter, max(high), ?, 0" + OLD + " GROUP BY counter ON CONFLICT (counter) DO UPDATE SET"
                + " leases_at = CASE WHEN leases_at IS NULL AND leases_to > excluded.leases_to THEN NULL"
                + " ELSE excluded.leases_at END, leases_to = max(leases_to, excluded.leases_to)");
        delete = connection.prepareStatement("DELETE" + OLD);
        oldestChunk = connection.prepareStatement("SELECT place, last FROM lease_cut ORDER BY place LIMIT 1");
        noteChunks = connection.prepareStatement("INSERT INTO lease_horizon (counter, leases_to, cuts_to, cuts_at)"
                + " SELECT counter, 0, max(high), ?" + OLD_CHUNKS
                + " GROUP BY counter ON CONFLICT (counter) DO UPDATE SET"
                + " cuts_to = max(cuts_to, excluded.cuts_to), cuts_at = excluded.cuts_at");
        deleteChunks = connection.prepareStatement("DELETE" + OLD_CHUNKS);
    }

    /** Returns whether a slice can be forgotten now. */
    boolean isDue(WriteTransaction tx) throws SQLException {
        return isLeaseDue(tx) || isChunkDue(tx);
    }

    private boolean isLeaseDue(WriteTransaction tx) throws SQLException {
        return hasSlice(tx)
                && (sliceEnd <= tx.state.leaseSerial() - leasesMax
                        || sliceReserved < Ticks.of(tx.clock().instant()) - retentionTicks);
    }

    /** Returns whether the count ran so far past its limit that waiting for an idle moment is no longer right. */
    boolean isOverdue(WriteTransaction tx) {
        return tx.state.leaseSerial() - prunedTo > leasesMax + leasesMax / 4 + SLICE
                || (chunkPlace > 0 && tx.logEnd() - chunkPlace > LOG_BYTES_MAX + LOG_BYTES_MAX / 4);
    }

    private boolean isChunkDue(WriteTransaction tx) throws SQLException {
        long end = tx.logEnd();
        if (chunkPlace == 0 && end != lookedAt) {
            lookedAt = end;
            try (ResultSet row = oldestChunk.executeQuery()) {
                chunkPlace = row.next() ? row.getLong(1) : 0;
                chunkTicks = chunkPlace == 0 ? 0 : row.getLong(2);
            }
        }
        return chunkPlace > 0
                && (chunkPlace <= end - LOG_BYTES_MAX
                        || chunkTicks < Ticks.of(tx.clock().instant()) - retentionTicks);
    }

    private void pruneChunks(WriteTransaction tx) throws SQLException {
        long now = Ticks.of(tx.clock().instant());
        long to = tx.logEnd() - LOG_BYTES_MAX;
        noteChunks.setLong(1, now);
        noteChunks.setLong(2, to);
        noteChunks.setLong(3, now - retentionTicks);
        noteChunks.executeUpdate();
        deleteChunks.setLong(1, to);
        deleteChunks.setLong(2, now - retentionTicks);
        deleteChunks.executeUpdate();
        chunkPlace = 0;
        lookedAt = -1;
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
        if (isLeaseDue(tx)) {
            pruneLeases(tx);
        } else {
            pruneChunks(tx);
        }
    }

    private void pruneLeases(WriteTransaction tx) throws SQLException {
        note.setLong(1, Ticks.of(tx.clock().instant()));
        note.setLong(2, prunedTo);
        note.setLong(3, sliceEnd);
        note.executeUpdate();
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
