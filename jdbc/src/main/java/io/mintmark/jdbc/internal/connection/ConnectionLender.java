package io.mintmark.jdbc.internal.connection;

import io.mintmark.jdbc.database.UnsafeCounterException;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/**
 * Takes connections of its own from a data source, never the one of somebody's transaction, and refuses sources that have no
 * other.
 *
 * <p>A number that was reserved inside a transaction would be free again when that rolls back, while somebody uses it. Pools
 * bind a transaction's connection to its thread, or enlist a connection at its first statement, which no look at it foretells.
 * It is therefore asked on {@linkplain WorkerThreads threads of ours} alone, to which no transaction is bound. That does not
 * help where a source gives all threads one connection, so two signs are looked for, and such a connection is not touched:
 *
 * <ul>
 *   <li>a connection that stays open when it is closed, and comes again the next time, is everybody's;
 *   <li>connections came that commit by themselves, and now one does not: its transaction is somebody's. If none ever did,
 *       that is the pool's default.
 * </ul>
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
        if (staysOpen && next == before) {
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
        if (!commits && cameCommitting) {
            throw OwnConnection.inATransaction();
        }
        OwnConnection own = OwnConnection.of(connection, commits);
        cameCommitting |= commits;
        return own;
    }

    private static void giveBack(Connection connection, Throwable failure) {
        try {
            connection.close();
        } catch (SQLException e) {
            failure.addSuppressed(e);
        }
    }
}
