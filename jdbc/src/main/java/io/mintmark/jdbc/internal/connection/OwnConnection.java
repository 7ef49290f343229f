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
        own.requireOwn();
        return own;
    }

    Connection connection() {
        return connection;
    }

    /**
     * Refuses a connection, or work done with it, if it does not commit each statement by itself: somebody's transaction is
     * open on it.
     */
    void requireOwn() throws SQLException {
        if (!connection.getAutoCommit() || !commitsBeneath()) {
            throw inATransaction();
        }
    }

    /** Returns whether the driver's own connection commits by itself, where a proxy over it answers from memory. */
    private boolean commitsBeneath() {
        try {
            Connection beneath = connection.getMetaData().getConnection();
            return beneath == null || beneath == connection || beneath.getAutoCommit();
        } catch (SQLException e) {
            return true; // it does not show
        }
    }

    static RangeSourceException inATransaction() {
        return new RangeSourceException(
                "A counter needs a connection that commits each statement by itself, and the data"
                        + " source gave one on which somebody's transaction is open: nothing was reserved that will be used; give"
                        + " the counter a data source of its own, one that shares no connection.");
    }

    @Override
    public void close() throws SQLException {
        try (connection) {
            if (!cameCommitting && !connection.isClosed()) {
                connection.setAutoCommit(false);
            }
        }
    }
}
