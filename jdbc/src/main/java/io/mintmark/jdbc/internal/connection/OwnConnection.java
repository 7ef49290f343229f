package io.mintmark.jdbc.internal.connection;

import io.mintmark.range.RangeSourceException;
import java.sql.Connection;
import java.sql.SQLException;

/** A connection that commits each statement by itself as long as it is held; it goes back as it came. */
final class OwnConnection implements AutoCloseable {
    private final Connection connection;
    private final boolean cameCommitting;

    private OwnConnection(Connection connection, boolean cameCommitting) {
        this.connection = connection;
        this.cameCommitting = cameCommitting;
    }

    /**
     * Returns a connection of which it is known that no transaction of anybody else is open on it, set to commit each
     * statement by itself.
     */
    static OwnConnection of(Connection connection, boolean cameCommitting) throws SQLException {
        if (!cameCommitting) {
            // A pool's default. What somebody left open before the connection went back to the pool is nobody's.
            connection.rollback();
            connection.setAutoCommit(true);
        }
        OwnConnection own = new OwnConnection(connection, cameCommitting);
        try {
            own.requireOwn();
            return own;
        } catch (SQLException | RuntimeException | Error e) {
            own.setBackQuietly(e);
            throw e;
        }
    }

    private void setBackQuietly(Throwable failure) {
        try {
            setBack();
        } catch (SQLException e) {
            failure.addSuppressed(e);
        }
    }

    Connection connection() {
        return connection;
    }

    /** Refuses a connection that does not commit each statement by itself: somebody's transaction is open on it. */
    private void requireOwn() throws SQLException {
        if (!connection.getAutoCommit() || !commitsBeneath()) {
            throw inATransaction();
        }
    }

    /**
     * Refuses work that is not committed although it should have been, statement by statement.
     *
     * <p>The database is asked, because nobody else knows: Narayana's driver gives a connection that was closed inside
     * a transaction, and is still in it, to a thread without one, and calls it one that commits.
     */
    void requireCommitted() throws SQLException {
        requireOwn();
        if (UncommittedChanges.on(connection).orElse(false)) {
            throw inATransaction();
        }
    }

    /** Returns whether the driver's own connection commits by itself, where a proxy over it answers from memory. */
    private boolean commitsBeneath() throws SQLException {
        Connection beneath = beneath(connection);
        return beneath == connection || beneath.getAutoCommit();
    }

    /** Returns the driver's own connection, or the nearest to it that shows. */
    static Connection beneath(Connection connection) {
        try {
            Connection beneath = connection.getMetaData().getConnection();
            return beneath == null ? connection : beneath;
        } catch (SQLException e) {
            return connection;
        }
    }

    static RangeSourceException inATransaction() {
        return new RangeSourceException(
                "A counter needs a connection that commits each statement by itself, and the data"
                        + " source gave one on which somebody's transaction is open: no number of this call will be used; give"
                        + " counters a data source of their own, one that shares no connection.");
    }

    @Override
    public void close() throws SQLException {
        try (connection) {
            setBack();
        }
    }

    private void setBack() throws SQLException {
        if (!cameCommitting && !connection.isClosed()) {
            connection.setAutoCommit(false);
        }
    }
}
