package io.mintmark.server.storage.postgresql.write;

import io.mintmark.server.storage.postgresql.claim.Claim;
import io.mintmark.server.storage.postgresql.sql.SqlScript;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The row of this node in a database: the numbers it draws from, and the proof at the end of each group that its claim holds.
 *
 * <p><b>The fence.</b> The statement that ends each group names the claim's epoch. If it changes no row, another process
 * claimed this node's tag since, and nothing of the group is kept. Because it comes last and the row stays locked until the
 * commit, no group of an ended claim is committed behind the first one of the next claim.
 *
 * <p>{@link #lift} is for any thread, everything else for the writer only.
 */
final class NodeState {
    static final String FENCE = "UPDATE node_state SET etag = ?, serial = ?, groups = ?, identities = identities + ?"
            + " WHERE database = ? AND node = ? AND epoch = ?";
    private static final String CLOSE =
            "UPDATE node_state SET closed = TRUE WHERE database = ? AND node = ? AND epoch = ?";

    private final long database;
    private final Claim claim;
    private final AtomicLong peers = new AtomicLong();
    private long etag;
    private long serial;
    private long groups;

    /** Says how many rows carried the fence. */
    @FunctionalInterface
    interface Fenced {
        void read(int rows) throws SQLException;
    }

    /** Goes on from where the row stands that {@link TakeOver} wrote. */
    NodeState(long database, Claim claim, long etag, long serial, long groups) {
        this.database = database;
        this.claim = claim;
        this.etag = etag;
        this.serial = serial;
        this.groups = groups;
    }

    /** Draws later etags above {@code peersEtag}, so that what is written later on this node is also listed later. */
    void lift(long peersEtag) {
        peers.accumulateAndGet(peersEtag, Math::max);
    }

    /** Returns what the next group's etags follow. */
    long etagsAfter() {
        return Math.max(etag, peers.get());
    }

    long serial() {
        return serial;
    }

    long groups() {
        return groups;
    }

    String node() {
        return claim.tag().text();
    }

    long epoch() {
        return claim.epoch();
    }

    /** Adds the statement that ends a group. */
    void addFence(SqlScript script, long newEtag, long newSerial, long newIdentities, Fenced fenced) {
        SqlScript ignored = script.update(
                FENCE,
                fenced::read,
                newEtag,
                newSerial,
                groups + 1,
                newIdentities,
                database,
                claim.tag().text(),
                claim.epoch());
    }

    /** Takes note that a group was committed. */
    void committed(long newEtag, long newSerial) {
        etag = newEtag;
        serial = newSerial;
        groups++;
    }

    /** Stores that this claim leaves the database in order. */
    void close(Connection connection) throws SQLException {
        SqlScript script = new SqlScript().update(CLOSE, database, claim.tag().text(), claim.epoch());
        script.run(connection);
        connection.commit();
    }
}
