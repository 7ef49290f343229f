package io.mintmark.hibernate;

import jakarta.transaction.RollbackException;
import jakarta.transaction.SystemException;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransactionRollbackException;
import org.hibernate.engine.jdbc.connections.spi.ConnectionProvider;
import org.jspecify.annotations.Nullable;

/**
 * A JTA transaction of ours and the connection in it, from its beginning to its end.
 *
 * <p>A transaction that is bound to the thread is suspended meanwhile. Used by one thread.
 */
final class JtaWork {
    /** JDBC's state for a transaction whose outcome nobody knows. */
    private static final String UNKNOWN_OUTCOME = "08007";

    private final TransactionManager manager;
    private final ConnectionProvider provider;
    private final @Nullable Transaction suspended;
    private final Connection connection;

    private JtaWork(
            TransactionManager manager,
            ConnectionProvider provider,
            @Nullable Transaction suspended,
            Connection connection) {
        this.manager = manager;
        this.provider = provider;
        this.suspended = suspended;
        this.connection = connection;
    }

    /** Begins a transaction, and takes a connection in it. */
    static JtaWork begin(TransactionManager manager, ConnectionProvider provider) throws SQLException {
        Transaction suspended = suspend(manager);
        try {
            return new JtaWork(manager, provider, suspended, connect(manager, provider));
        } catch (SQLException | RuntimeException | Error e) {
            resume(manager, suspended);
            throw e;
        }
    }

    private static Connection connect(TransactionManager manager, ConnectionProvider provider) throws SQLException {
        try {
            manager.begin();
        } catch (Exception e) {
            throw new SQLException("a JTA transaction for a counter could not begin: " + e, e);
        }
        try {
            return LentConnection.take(provider);
        } catch (SQLException | RuntimeException | Error e) {
            rollBack(manager, e);
            throw e;
        }
    }

    Connection connection() {
        return connection;
    }

    /**
     * Gives the connection back and ends the transaction; throws if it was to commit and is not known to have done so.
     */
    void end(boolean commit) throws SQLException {
        try {
            giveBack();
            if (commit) {
                manager.commit();
            } else {
                manager.rollback();
            }
        } catch (RollbackException e) {
            throw new SQLTransactionRollbackException("the JTA transaction of a counter rolled back: " + e, "40000", e);
        } catch (SQLException e) {
            throw e;
        } catch (Exception e) {
            throw new SQLException("the JTA transaction of a counter did not end: " + e, UNKNOWN_OUTCOME, e);
        } finally {
            resume(manager, suspended);
        }
    }

    private void giveBack() throws SQLException {
        try {
            provider.closeConnection(connection);
        } catch (SQLException | RuntimeException e) {
            rollBack(manager, e);
            throw e;
        }
    }

    private static void rollBack(TransactionManager manager, Throwable failure) {
        try {
            manager.rollback();
        } catch (SystemException | RuntimeException e) {
            failure.addSuppressed(e);
        }
    }

    /** Unbinds the transaction of this thread, if it has one. */
    static @Nullable Transaction suspend(TransactionManager manager) throws SQLException {
        try {
            return manager.suspend();
        } catch (SystemException e) {
            throw new SQLException("the JTA transaction of this thread could not be suspended: " + e, e);
        }
    }

    /** Binds it again. */
    static void resume(TransactionManager manager, @Nullable Transaction suspended) throws SQLException {
        if (suspended == null) {
            return;
        }
        try {
            manager.resume(suspended);
        } catch (Exception e) {
            throw new SQLException("the JTA transaction of this thread could not be resumed: " + e, e);
        }
    }
}
