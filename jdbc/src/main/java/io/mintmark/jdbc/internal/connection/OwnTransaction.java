package io.mintmark.jdbc.internal.connection;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * Statements that are committed together, on a connection that otherwise commits each by itself.
 *
 * <p>Their result counts once the commit has returned. A failure leaves no transaction behind: the connection goes back
 * to a pool, and its next user would add to that transaction and take it for committed.
 */
public final class OwnTransaction {

    /** The statements. */
    public interface Work<T> {
        T run() throws SQLException;
    }

    /** A step of tidying up after a failure. */
    private interface Cleaning {
        void run() throws SQLException;
    }

    private OwnTransaction() {}

    /**
     * Runs {@code work} in a transaction of its own and returns its result once that is committed. A connection on
     * which somebody else's changes wait is refused, and neither committed nor rolled back.
     */
    public static <T> T run(Connection connection, Work<T> work) throws SQLException {
        if (UncommittedChanges.on(connection).orElse(false)) {
            throw OwnConnection.inATransaction();
        }
        connection.setAutoCommit(false);
        try {
            T result = work.run();
            connection.commit();
            connection.setAutoCommit(true);
            return result;
        } catch (SQLException | RuntimeException | Error e) {
            leaveNothingOpen(connection, e);
            throw e;
        }
    }

    /**
     * Rolls back, and ends a connection that does not commit each statement by itself again: whoever has it next would
     * believe that it does.
     *
     * <p>SQLite rolls back by itself when a disk is full, and then calls both a mistake: they must not hide what
     * failed.
     */
    private static void leaveNothingOpen(Connection connection, Throwable failure) {
        boolean unused = succeeds(connection::rollback, failure);
        boolean asBefore = succeeds(() -> connection.setAutoCommit(true), failure);
        if (!asBefore) {
            boolean ignored = succeeds(() -> connection.abort(Runnable::run), failure);
        }
    }

    private static boolean succeeds(Cleaning cleaning, Throwable failure) {
        try {
            cleaning.run();
            return true;
        } catch (SQLException e) {
            if (e != failure) {
                failure.addSuppressed(e);
            }
            return false;
        }
    }
}
