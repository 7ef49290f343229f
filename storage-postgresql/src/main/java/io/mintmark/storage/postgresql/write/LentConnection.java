package io.mintmark.storage.postgresql.write;

import io.mintmark.storage.evaluation.EngineException;
import io.mintmark.storage.postgresql.sql.Failures;
import io.mintmark.storage.postgresql.sql.Transactions;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connection of the group under way: lent when it begins, given back when it ends, so that a database that nobody
 * writes to holds none. Used by the writer thread only.
 */
final class LentConnection {
    private static final Logger LOG = LoggerFactory.getLogger(LentConnection.class);

    private final DataSource source;
    private @Nullable Connection lent;

    LentConnection(DataSource source) {
        this.source = source;
    }

    /** Borrows it, and begins a transaction. */
    void borrow() throws SQLException {
        Connection connection = source.getConnection();
        lent = connection;
        connection.setAutoCommit(false);
    }

    /** Returns it. */
    Connection get() {
        Connection connection = lent;
        if (connection == null) {
            throw new IllegalStateException("a group must have begun");
        }
        return connection;
    }

    /**
     * Commits, and gives the connection back.
     *
     * @return why it is unknown whether the transaction was committed; null if it was
     * @throws SQLException if the engine says that it was not
     */
    @Nullable SQLException commit() throws SQLException {
        Connection connection = get();
        SQLException unanswered = null;
        try {
            connection.clearWarnings();
            connection.commit();
            if (Failures.isDoubtful(connection)) {
                unanswered = new SQLException("the engine committed with a warning: " + connection.getWarnings());
            }
        } catch (SQLException e) {
            if (Failures.isUndoneForCertain(e)) {
                throw e;
            }
            unanswered = e;
        }
        giveBack();
        return unanswered;
    }

    /**
     * Undoes the transaction, if there is one, and gives the connection back. One that fails now ends with its
     * transaction.
     */
    void undo() {
        Connection connection = lent;
        try {
            if (connection != null) {
                connection.rollback();
            }
        } catch (SQLException e) {
            LOG.debug("a connection broke as its transaction was undone", e);
        } finally {
            giveBack();
        }
    }

    private void giveBack() {
        try (Connection connection = lent) {
            lent = null;
        } catch (SQLException e) {
            LOG.debug("a connection broke as it was given back", e);
        }
    }

    /** Something to do between two groups, in a transaction of its own. */
    @FunctionalInterface
    interface Aside {
        void on(Connection connection) throws SQLException;
    }

    /** Does something that commits by itself, on a connection of its own. */
    void aside(Aside aside) throws SQLException {
        try (Connection connection = source.getConnection()) {
            connection.setAutoCommit(false);
            try {
                aside.on(connection);
            } catch (SQLException e) {
                Transactions.undo(connection, e);
                throw e;
            }
        }
    }

    /** Does it likewise; a failure closes the writer. */
    void asideOrFail(Aside aside) {
        try {
            aside(aside);
        } catch (SQLException e) {
            throw new EngineException(e, false);
        }
    }
}
