package io.mintmark.server.storage.sql;

import io.mintmark.document.NodeTag;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.InstantSource;

/**
 * The writer's side of a database: its tables, and the transaction that is open on them.
 *
 * <p>One lives as long as its connection. All work of a group happens between {@link #begin} and {@link #commit}; what
 * one piece of work must be able to undo alone happens between {@link #mark} and {@link #release} or {@link #undo}.
 * Used by the writer thread only.
 */
final class WriteTransaction {
    final WriterState state;
    final Collections collections;
    final Documents documents;
    final Counters counters;
    final Leases leases;
    final Identities identities;
    final NodeTag nodeTag;

    private final InstantSource clock;
    private final PreparedStatement begin;
    private final PreparedStatement commit;
    private final PreparedStatement mark;
    private final PreparedStatement release;
    private final PreparedStatement undo;
    private Instant now = Instant.EPOCH;

    WriteTransaction(Connection connection, NodeTag nodeTag, InstantSource clock) throws SQLException {
        this.nodeTag = nodeTag;
        this.clock = clock;
        state = new WriterState(connection);
        collections = new Collections(connection);
        documents = new Documents(connection);
        counters = new Counters(connection, state);
        leases = new Leases(connection);
        identities = new Identities(connection);
        begin = connection.prepareStatement("BEGIN IMMEDIATE");
        commit = connection.prepareStatement("COMMIT");
        mark = connection.prepareStatement("SAVEPOINT work");
        release = connection.prepareStatement("RELEASE work");
        undo = connection.prepareStatement("ROLLBACK TO work");
        keepTheDriverOut(connection);
    }

    /**
     * Where the driver commits by itself, it looks after every statement whether a transaction is open, by trying to begin
     * one; where it does not, it begins one at once. So it is told that it does not, and its transaction is ended: from then
     * on the statements above begin and end every transaction, and what runs between two of them is one of its own.
     */
    private static void keepTheDriverOut(Connection connection) throws SQLException {
        if (connection.getAutoCommit()) {
            connection.setAutoCommit(false);
            try (Statement end = connection.createStatement()) {
                end.execute("ROLLBACK");
            }
        }
    }

    void begin() throws SQLException {
        now = clock.instant();
        begin.execute();
    }

    /** Returns once everything since {@link #begin} is on stable storage. */
    void commit() throws SQLException {
        counters.flush();
        collections.flush();
        state.saveIfChanged();
        commit.execute();
    }

    void mark() throws SQLException {
        counters.flush();
        collections.mark();
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
    }

    /** Returns the time stamp that everything in this transaction bears. */
    Instant now() {
        return now;
    }

    InstantSource clock() {
        return clock;
    }

    String changeVector(String node, long etag) {
        return ChangeVectors.format(node, etag, state.databaseId());
    }
}
