package io.mintmark.server.storage.sqlite.write;

import io.mintmark.document.NodeTag;
import io.mintmark.internal.Ticker;
import io.mintmark.server.storage.ChangeListener;
import io.mintmark.server.storage.counter.AnswerLimits;
import io.mintmark.server.storage.document.ChangeVectors;
import io.mintmark.server.storage.document.DocumentChange;
import io.mintmark.server.storage.evaluation.Counter;
import io.mintmark.server.storage.evaluation.FormerEndLookup;
import io.mintmark.server.storage.group.GroupChanges;
import io.mintmark.server.storage.sqlite.file.Fence;
import io.mintmark.server.storage.sqlite.file.Sql;
import io.mintmark.server.storage.sqlite.log.StoredLog;
import io.mintmark.server.storage.sqlite.row.StateRow;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;

/**
 * The writer's side of a database: its tables, and the transaction that is open on them.
 *
 * <p>One lives as long as its connection. All work of a group happens between {@link #begin} and {@link #commit}; what
 * one piece of work must be able to undo alone happens between {@link #mark} and {@link #release} or {@link #undo}.
 * Used by the writer thread only.
 */
public final class WriteTransaction {
    final WriterState state;
    final CollectionTable collections;
    final DocumentTable documents;
    final CounterTable counters;
    final LeaseTable leases;
    final IdentityTable identities;
    final IndexTables indexes;
    final NodeTag nodeTag;
    final GroupChanges changes;

    private final Context with;
    private final PreparedStatement begin;
    private final PreparedStatement commit;
    private final PreparedStatement mark;
    private final PreparedStatement release;
    private final PreparedStatement undo;
    private final PreparedStatement rollback;
    private Instant now = Instant.EPOCH;

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
        nodeTag = with.nodeTag();
        changes = new GroupChanges(with.listener());
        state = new WriterState(connection, opened);
        collections = new CollectionTable(connection);
        documents = new DocumentTable(connection);
        counters = new CounterTable(connection, state, with.memory(), this::shown);
        leases = new LeaseTable(connection);
        identities = new IdentityTable(connection, state, new AnswerAges(with.answers(), with.ticker()));
        indexes = new IndexTables(connection);
        begin = connection.prepareStatement("BEGIN IMMEDIATE");
        commit = connection.prepareStatement("COMMIT");
        mark = connection.prepareStatement("SAVEPOINT work");
        release = connection.prepareStatement("RELEASE work");
        undo = connection.prepareStatement("ROLLBACK TO work");
        rollback = connection.prepareStatement("ROLLBACK");
        Sql.keepTheDriverOut(connection);
    }

    void begin() throws SQLException {
        now = with.clock().instant();
        begin.execute();
    }

    /** Returns once everything since {@link #begin} is on stable storage, and safe from what {@link GroupAdvance} tells of. */
    void commit() throws SQLException {
        counters.flush();
        collections.flush();
        state.save();
        commit.execute();
        if (state.endGroup()) {
            begin.execute();
            // A page that stays as it is makes no frame, and so no commit in the log: a number is passed over.
            long ignored = state.drawLeaseSerial();
            state.save();
            commit.execute();
        }
        changes.publish();
    }

    /**
     * Makes {@code opened} the state of the file, so that a former owner is fenced, and copies it into the file itself: a
     * copy of the file without its log is then known for what it is.
     *
     * @param found what the file said when it was looked at; if it says something else now, another server writes to it
     * @param serve begins to serve; if it fails, the file is left in order
     */
    public void takeOver(Connection connection, StateRow found, StateRow opened, Runnable serve) throws SQLException {
        begin.execute();
        if (!StateRow.read(connection).isSameAs(found)) {
            throw Fence.lost();
        }
        opened.write(connection);
        commit.execute();
        try {
            StoredLog.copy(connection);
            serve.run();
        } catch (SQLException | RuntimeException | Error e) {
            leaveInOrder(e);
            throw e;
        }
    }

    /** Returns what is on stable storage, at least; any thread may ask. */
    public StateRow committed() {
        return state.committed();
    }

    /** Gives back the memory that it shares with others; nothing is written after it. */
    void forget() {
        counters.forget();
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

    void mark() throws SQLException {
        counters.flush();
        collections.mark();
        changes.mark();
        state.mark();
        mark.execute();
    }

    void release() throws SQLException {
        release.execute();
    }

    void undo() throws SQLException {
        undo.execute();
        release.execute();
        counters.forgetUnwritten();
        collections.undo();
        changes.undo();
        state.undo();
    }

    /** Takes note that the version {@code etag} of a document was stored, or that it is the deletion of the document. */
    void changed(DocumentChange.Kind kind, String id, long collection, String node, long etag) throws SQLException {
        String name = collections.name(collection);
        changes.note(() -> new DocumentChange(kind, id, name, changeVector(node, etag)));
    }

    /** A counter's document changes whenever the counter does. */
    private void shown(Counter counter) throws SQLException {
        DocumentChange.Kind kind = counter.isShown() ? DocumentChange.Kind.PUT : DocumentChange.Kind.DELETE;
        changed(kind, counter.id().text(), counter.collection(), counter.node(), counter.etag());
    }

    /** Returns the time stamp that everything in this transaction bears. */
    Instant now() {
        return now;
    }

    InstantSource clock() {
        return with.clock();
    }

    /** Returns at least how far deleted databases of this name had come with that counter. */
    long highestEndBefore(String counterKey) {
        return with.earlier().highestEnd(counterKey);
    }

    String changeVector(String node, long etag) {
        return ChangeVectors.format(node, etag, state.databaseId());
    }
}
