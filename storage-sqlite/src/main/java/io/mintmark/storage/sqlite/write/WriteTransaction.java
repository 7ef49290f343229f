package io.mintmark.storage.sqlite.write;

import io.mintmark.MintmarkException;
import io.mintmark.document.NodeTag;
import io.mintmark.internal.Ticker;
import io.mintmark.storage.ChangeListener;
import io.mintmark.storage.evaluation.FormerEndLookup;
import io.mintmark.storage.evaluation.GroupUndoneException;
import io.mintmark.storage.lease.LeaseKind;
import io.mintmark.storage.row.GroupChanges;
import io.mintmark.storage.row.GroupIndexRows;
import io.mintmark.storage.row.GroupRows;
import io.mintmark.storage.row.LeaseSerials;
import io.mintmark.storage.row.Ticks;
import io.mintmark.storage.sql.Statements;
import io.mintmark.storage.sqlite.file.FencedOut;
import io.mintmark.storage.sqlite.file.Sql;
import io.mintmark.storage.sqlite.file.StateRow;
import io.mintmark.storage.sqlite.file.StoredLog;
import io.mintmark.storage.write.AnswerLimits;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;

/**
 * The writer's side of a database: its tables, and the transaction that is open on them. One lives as long as its
 * connection; all work of a group happens between {@link #begin} and {@link #commit}. Used by the writer thread only.
 */
public final class WriteTransaction {
    final WriterState state;

    private final Context with;
    private final PreparedStatement begin;
    private final PreparedStatement commit;
    private final PreparedStatement rollback;
    private final StoredRows stored;
    private final GroupChanges changes;
    private final GroupRows rows;
    private final GroupIndexRows indexRows;

    /**
     * What it needs to know beside the file.
     *
     * @param earlier how far databases of the same name had come that were deleted
     * @param nodeTag tag of this node
     * @param clock the server's clock
     * @param memory how many counters may be kept in memory
     * @param listener hears what is committed
     * @param answers how many answers to repeated requests are remembered
     * @param ticker counts their age
     */
    public record Context(
            FormerEndLookup earlier,
            NodeTag nodeTag,
            InstantSource clock,
            CounterMemory memory,
            ChangeListener listener,
            AnswerLimits answers,
            Ticker ticker) {}

    /** Writes on {@code connection} to a database that stands at {@code opened}. */
    public WriteTransaction(Connection connection, StateRow opened, Context with) throws SQLException {
        this.with = with;
        state = new WriterState(connection, opened);
        stored = new StoredRows(new WriterStatements(connection, this::failure), state, with);
        changes = new GroupChanges(with.listener());
        rows = new GroupRows(opened.writtenBy(with.nodeTag()), stored.tables(), stored, changes);
        indexRows = new GroupIndexRows(rows, 0);
        begin = connection.prepareStatement("BEGIN IMMEDIATE");
        commit = connection.prepareStatement("COMMIT");
        rollback = connection.prepareStatement("ROLLBACK");
        Sql.keepTheDriverOut(connection);
    }

    void begin() throws SQLException {
        Instant now = with.clock().instant();
        stored.begin(now);
        rows.begin(now, state::drawEtag, state.serials());
        begin.execute();
    }

    /** Writes what the group changed so far. */
    void write() {
        rows.versionCounters();
        stored.write();
    }

    /**
     * Undoes the group if one of its rows is to blame, since the others may succeed without it; any other error dooms
     * it. A former owner of the file may be refused a row, too, because the new one added it.
     */
    private MintmarkException failure(SQLException e) {
        if (!Sql.blamesTheRow(e)) {
            return SqliteGroupStore.failure(e);
        }
        try {
            state.requireOwned();
            rollback.execute();
        } catch (SQLException worse) {
            worse.addSuppressed(e);
            return SqliteGroupStore.failure(worse);
        }
        changes.discard();
        stored.undone();
        state.undone();
        return new GroupUndoneException(GroupUndoneException.Reason.ROW, e);
    }

    /**
     * Returns once everything since {@link #begin} is on stable storage, and safe from what {@link GroupAdvance} tells
     * of.
     */
    void commit() throws SQLException {
        write();
        state.save();
        commit.execute();
        if (state.endGroup()) {
            begin.execute();
            // A page that stays as it is makes no frame, and so no commit in the log: a number is passed over.
            state.passOver();
            state.save();
            commit.execute();
        }
        state.settled();
        changes.publish();
    }

    /**
     * Makes {@code opened} the state of the file, so that a former owner is fenced, and copies it into the file itself:
     * a copy of the file without its log is then known for what it is.
     *
     * @param found what the file said when it was looked at; if it says something else now, another server writes to it
     * @param serve begins to serve; if it fails, the file is left in order
     */
    public void takeOver(Connection connection, StateRow found, StateRow opened, Runnable serve) throws SQLException {
        begin.execute();
        if (!StateRow.read(connection).isSameAs(found)) {
            throw FencedOut.failure();
        }
        opened.write(connection);
        if (!found.clean()) {
            endReservations(connection);
        }
        commit.execute();
        try {
            StoredLog.copy(connection);
            serve.run();
        } catch (SQLException | RuntimeException | Error e) {
            leaveInOrder(e);
            throw e;
        }
    }

    /** A former owner of the file cuts nothing any more from what it reserved ahead, and gives nothing back. */
    private void endReservations(Connection connection) throws SQLException {
        int ignored = Statements.execute(
                connection,
                "UPDATE lease SET ended = ? WHERE kind = " + LeaseKind.AHEAD.code()
                        + " AND returned IS NULL AND ended IS NULL",
                Ticks.of(with.clock().instant()));
    }

    /** Returns the rows as the group sees them. */
    GroupRows rows() {
        return rows;
    }

    /** Returns where the log of cut ranges ends, in bytes that were ever logged. */
    long logEnd() {
        return stored.logEnd();
    }

    /** Returns the rows of indexes as the group sees them. */
    GroupIndexRows indexRows() {
        return indexRows;
    }

    /** Returns what is on stable storage, at least; any thread may ask. */
    public StateRow committed() {
        return state.committed();
    }

    /** Returns where serials of leases are drawn; any thread may cut one. */
    public LeaseSerials serials() {
        return state.serials();
    }

    /** Gives back the memory that it shares with others; nothing is written after it. */
    void forget() {
        stored.forget();
    }

    private void leaveInOrder(Throwable why) {
        try {
            leaveInOrder();
        } catch (SQLException | RuntimeException e) {
            why.addSuppressed(e);
        }
    }

    /** Gives up what was not committed, so that the file is free for others. */
    void abandon() throws SQLException {
        changes.forget();
        rollback.execute();
    }

    /** Stores that the database is left in order. */
    void leaveInOrder() throws SQLException {
        begin.execute();
        state.leaveInOrder();
        commit.execute();
    }

    InstantSource clock() {
        return with.clock();
    }
}
