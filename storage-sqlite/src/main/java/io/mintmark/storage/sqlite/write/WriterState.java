package io.mintmark.storage.sqlite.write;

import io.mintmark.storage.row.LeaseSerials;
import io.mintmark.storage.sqlite.file.FencedOut;
import io.mintmark.storage.sqlite.file.StateRow;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/**
 * The numbers a database draws from, and the proof at the end of each group that this writer still owns it.
 *
 * <p>Etags and lease serials live in memory while the writer runs and are stored with every group. A number drawn by a
 * batch that was refused stays drawn, so none is ever seen twice. Used by the writer thread only.
 *
 * <p><b>The fence.</b> Every opening writes a random owner into the file's state. The update that ends each group names
 * the owner that this writer wrote; if it changes no row, somebody else opened the file since, and nothing of the group
 * is kept. A lock can be lost without a word (its file deleted, another descriptor of it closed); a row in the file
 * cannot.
 */
final class WriterState {
    /** How far the group moved numbers. */
    final GroupAdvance advance = new GroupAdvance();

    private final PreparedStatement save;
    private final StateRow opened;
    private final LeaseSerials serials;
    private long etag;
    private long counters;
    private long identities;
    private boolean identityMoved;
    private long etagBefore;
    private long serialBefore;
    private StateRow saved;
    private volatile StateRow committed;

    /** Draws from where {@code opened} stands, which the file says already. */
    WriterState(Connection connection, StateRow opened) throws SQLException {
        this.opened = opened;
        this.saved = opened;
        this.committed = opened;
        this.etag = opened.etag();
        this.etagBefore = etag;
        this.serials = new LeaseSerials(opened.leaseSerial());
        this.serialBefore = opened.leaseSerial();
        this.counters = opened.counters();
        this.identities = opened.identities();
        save = StateRow.prepareOwned(connection);
    }

    String databaseId() {
        return opened.databaseId();
    }

    String life() {
        return opened.life();
    }

    /** Returns where counters and identities begin that do not exist yet. */
    long firstMax() {
        return opened.firstMax();
    }

    long drawEtag() {
        return ++etag;
    }

    long etag() {
        return etag;
    }

    /** Draws a serial for nobody. */
    void passOver() {
        long ignored = serials.draw();
    }

    /** Returns the serial that the file says or will say with the group under way. */
    long leaseSerial() {
        return serials.last();
    }

    LeaseSerials serials() {
        return serials;
    }

    boolean isForgotten(long serial) {
        return serial <= opened.forgottenSerial();
    }

    void counterAdded() {
        counters++;
    }

    void identityAdded() {
        identities++;
    }

    void identityMoved() {
        identityMoved = true;
    }

    /** Takes note that nothing of the group happened; what it drew stays drawn. */
    void undone() {
        counters = saved.counters();
        identities = saved.identities();
        identityMoved = false;
    }

    /**
     * Stores the numbers and asks whether this writer still owns the database; throws if it does not.
     *
     * <p>A group of identities alone passes a serial over: a witness knows an older copy by serials and etags.
     */
    void save() throws SQLException {
        if (identityMoved && etag == saved.etag() && serials.last() == saved.leaseSerial()) {
            passOver();
        }
        identityMoved = false;
        requireOwned();
        saved = present();
    }

    /** Throws if this writer no longer owns the database; what it stores to find out is undone with the group. */
    void requireOwned() throws SQLException {
        if (!present().storeOwned(save)) {
            throw FencedOut.failure();
        }
    }

    /** Returns whether the group that ends moved a number so far that it must not be the last one in the log. */
    boolean endGroup() {
        boolean far = advance.endGroup()
                || etag - etagBefore > GroupAdvance.MAX
                || serials.last() - serialBefore > GroupAdvance.MAX;
        etagBefore = etag;
        serialBefore = serials.last();
        committed = saved;
        return far;
    }

    /** Takes note that what {@link #endGroup} ended cannot be lost, not even in doubt: its serials may be cut. */
    void settled() {
        serials.committed(committed.leaseSerial());
    }

    /** Returns what is on stable storage, at least; any thread may ask. */
    StateRow committed() {
        return committed;
    }

    /** Stores that the database is left in order; throws if this writer no longer owns it. */
    void leaveInOrder() throws SQLException {
        if (!present().closed().storeOwned(save)) {
            throw FencedOut.failure();
        }
    }

    private StateRow present() {
        return new StateRow(
                opened.databaseId(),
                etag,
                serials.last(),
                opened.forgottenSerial(),
                false,
                opened.incarnation(),
                opened.owner(),
                opened.firstMax(),
                counters,
                identities);
    }
}
