package io.mintmark.jdbc.internal.connection;

import io.mintmark.jdbc.database.UnsafeCounterException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import javax.sql.DataSource;

/**
 * Takes connections of its own from a data source, never the one of somebody's transaction, and refuses sources that
 * have no other.
 *
 * <p>A number that was reserved inside a transaction would be free again when that rolls back, while somebody uses it.
 * Pools bind a transaction's connection to its thread, or enlist a connection at its first statement, which no look at
 * it foretells. It is therefore asked on {@linkplain WorkerThreads threads of ours} alone, to which no transaction is
 * bound. That does not help where a source gives all threads one connection, so two signs are looked for, and such a
 * connection is not touched:
 *
 * <ul>
 *   <li>a connection that stays open when it is closed, and comes again the next time;
 *   <li>a connection that does not commit by itself, where others did, or with changes that wait for their commit.
 *       Without these it is the pool's default.
 * </ul>
 *
 * <p>The first of them may be a pool's habit: Narayana's driver uses its objects again, and Bitronix forgets to set
 * back a connection beside XA. So a second connection is taken beside the suspicious one, and tells: a source that
 * shares gives the same once more.
 *
 * <p>Thread-safe.
 */
final class ConnectionLender {
    private final DataSource source;
    private volatile boolean shownToBeApart;
    private volatile boolean cameCommitting;

    ConnectionLender(DataSource source) {
        this.source = source;
    }

    /** Takes a connection that commits each statement by itself. */
    OwnConnection take() throws SQLException {
        Connection connection = shownToBeApart ? source.getConnection() : first();
        try {
            return own(connection);
        } catch (SQLException | RuntimeException | Error e) {
            giveBack(connection, e);
            throw e;
        }
    }

    private Connection first() throws SQLException {
        Connection before = source.getConnection();
        before.close();
        boolean staysOpen = !before.isClosed();
        Connection next = source.getConnection();
        if (staysOpen && next == before && isSharedOrBack(next)) {
            throw new UnsafeCounterException(
                    "a counter needs a connection of its own, and this data source gives all its"
                            + " users one and the same, which stays open when it is closed: a reservation could come into"
                            + " somebody's transaction; pass a pool, or a data source that opens connections");
        }
        shownToBeApart = true;
        return next;
    }

    private OwnConnection own(Connection connection) throws SQLException {
        boolean commits = connection.getAutoCommit();
        if (!commits && isSomebodys(connection)) {
            throw OwnConnection.inATransaction();
        }
        OwnConnection own = OwnConnection.of(connection, commits);
        cameCommitting |= commits;
        return own;
    }

    private boolean isSomebodys(Connection connection) throws SQLException {
        Optional<Boolean> changes = UncommittedChanges.on(connection);
        return changes.orElse(false) || (cameCommitting && (changes.isEmpty() || isShared(connection)));
    }

    /** Returns whether the source gives a connection again that it has given already. */
    private boolean isShared(Connection connection) throws SQLException {
        try (Connection beside = source.getConnection()) {
            return OwnConnection.beneath(beside) == OwnConnection.beneath(connection);
        }
    }

    /** Returns the same; gives a connection back of which nobody can tell: it may be the only one of its pool. */
    private boolean isSharedOrBack(Connection connection) throws SQLException {
        try {
            return isShared(connection);
        } catch (SQLException | RuntimeException | Error e) {
            giveBack(connection, e);
            throw e;
        }
    }

    private static void giveBack(Connection connection, Throwable failure) {
        try {
            connection.close();
        } catch (SQLException e) {
            failure.addSuppressed(e);
        }
    }
}
