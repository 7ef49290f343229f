package io.mintmark.storage.postgresql.write;

import io.mintmark.storage.postgresql.claim.Claim;
import io.mintmark.storage.postgresql.claim.Lane;
import io.mintmark.storage.postgresql.claim.WriterProgress;
import io.mintmark.storage.postgresql.sql.CounterWrite;
import io.mintmark.storage.postgresql.sql.SqlScript;
import io.mintmark.storage.postgresql.sql.StoreAge;
import io.mintmark.storage.row.LeaseSerials;
import io.mintmark.storage.sql.Statements;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.LongSupplier;

/**
 * The row of one lane of this node in a database: how far its numbers went, and the proof at the end of each group that
 * the node's claim holds. Used by the lane's writer only.
 *
 * <p><b>The fence.</b> The statement that ends each group names the claim's epoch. If it changes no row, another
 * process claimed this node's tag since, and nothing of the group is kept. Because it comes last and the row stays
 * locked until the commit, no group of an ended claim is committed after the first one of the next claim, which takes
 * the rows of both lanes.
 *
 * <p>It also names how many groups were committed before, and how many heartbeats of this node, with what raises added.
 * A store that was put back from a backup under a running node has fewer of one or the other, whoever wrote since, so
 * nothing is written to it, and its rows still tell that it is an older copy.
 *
 * <p>{@link #acknowledged} and {@link #serials} are for any thread, everything else for the lane's writer only.
 */
final class LaneState {
    static final String FENCE = "UPDATE node_state SET etag = ?, serial = ?, groups = ?,"
            + " reserved = GREATEST(reserved, ?), identities = identities + ?,"
            + " answers = answers + ?, keyed = keyed + ? WHERE database = ? AND node = ? AND lane = ? AND epoch = ? AND groups = ?"
            + " AND " + StoreAge.MAY_BE_USED;
    private static final String CLOSE =
            "UPDATE node_state SET closed = TRUE, reserved = ? WHERE database = ? AND node = ? AND lane = ? AND epoch = ?";

    /** A later claim changes the row, and a deletion of the database removes it. */
    private static final String ROW = "SELECT epoch FROM node_state WHERE database = ? AND node = ? AND lane = ?";

    private final long database;
    private final Claim claim;
    private final LongSupplier beats;
    private final NodeEtags etags;
    private final WriterProgress.Writer writer;
    private final long began;
    private long etag;
    private final LeaseSerials serials;
    private long serial;
    private long groups;
    /** What the latest fence reserved; 0 of the lane that reserves nothing. */
    private long reserving;

    private volatile WriterProgress acknowledged;

    /** Says how many rows carried the fence. */
    @FunctionalInterface
    interface Fenced {
        void read(int rows) throws SQLException;
    }

    /** Goes on from where the row stands that {@link TakeOver} wrote. */
    LaneState(long database, Claim claim, LongSupplier beats, NodeEtags etags, WriterProgress now) {
        this.database = database;
        this.claim = claim;
        this.beats = beats;
        this.etags = etags;
        this.writer = now.writer();
        this.began = now.began();
        this.etag = now.etag();
        this.serial = now.serial();
        this.serials = new LeaseSerials(now.serial());
        this.groups = now.groups();
        this.acknowledged = written();
    }

    private WriterProgress written() {
        return new WriterProgress(writer, began, etag, serial, groups);
    }

    /** Returns how far this lane is for certain. Any thread may ask. */
    WriterProgress acknowledged() {
        return acknowledged;
    }

    long etag() {
        return etag;
    }

    long serial() {
        return serial;
    }

    /** Returns where serials of leases are drawn. Any thread may cut one. */
    LeaseSerials serials() {
        return serials;
    }

    long groups() {
        return groups;
    }

    String node() {
        return writer.node();
    }

    String lane() {
        return writer.lane().column();
    }

    long epoch() {
        return claim.epoch();
    }

    /**
     * Adds the statement that ends a group.
     *
     * @param more how many identities and answers of each kind are new
     */
    void addFence(SqlScript script, long newEtag, long newSerial, CounterWrite.Added more, Fenced fenced) {
        reserving = writer.lane() == Lane.DOCUMENTS ? etags.toReserve() : 0;
        SqlScript ignored = script.update(
                FENCE,
                fenced::read,
                newEtag,
                newSerial,
                groups + 1,
                reserving,
                more.identities(),
                more.answers(),
                more.keyed(),
                database,
                node(),
                lane(),
                claim.epoch(),
                groups,
                node(),
                claim.epoch(),
                beats.getAsLong());
    }

    /**
     * Returns whether the fence holds no more because the database was deleted; asked in the transaction that it ended.
     */
    boolean isDeleted(Connection connection) throws SQLException {
        return Statements.number(connection, ROW, database, node(), lane()).isEmpty();
    }

    /** Takes note that a group was committed. */
    void committed(long newEtag, long newSerial) {
        etag = newEtag;
        serial = newSerial;
        serials.committed(newSerial);
        etags.reserved(reserving);
        groups++;
        acknowledged = written();
    }

    /** Stores that this claim leaves the lane in order. */
    void close(Connection connection) throws SQLException {
        Statements.execute(connection, CLOSE, etags.last(), database, node(), lane(), claim.epoch());
        connection.commit();
    }
}
