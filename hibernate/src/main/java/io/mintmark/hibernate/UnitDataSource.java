package io.mintmark.hibernate;

import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.hibernate.HibernateException;
import org.hibernate.engine.jdbc.connections.spi.ConnectionProvider;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.engine.transaction.jta.platform.spi.JtaPlatform;
import org.jspecify.annotations.Nullable;

/**
 * The connections of a persistence unit as a {@code DataSource}, for counters in the same database.
 *
 * <p>Each is a further connection, never the one that a session works with: a rollback there moves no counter here.
 * Closing one gives it to the provider, which is where it came from. Thread-safe.
 *
 * <p>Some pools refuse statements outside of a JTA transaction, as Atomikos' does by default. The first connection
 * shows it; from then on each piece of work has a transaction of its own, as Hibernate's own table generator has.
 */
final class UnitDataSource implements DataSource {
    private final ConnectionProvider provider;
    private final @Nullable TransactionManager manager;
    private volatile boolean tried;
    private volatile boolean needsTransactions;

    /** Connections of {@code provider}; {@code manager} is null where there is no JTA. */
    UnitDataSource(ConnectionProvider provider, @Nullable TransactionManager manager) {
        this.provider = provider;
        this.manager = manager;
    }

    /** Returns the connections of {@code provider}, within the transactions of {@code factory}'s JTA if it has one. */
    static UnitDataSource over(ConnectionProvider provider, SessionFactoryImplementor factory) {
        return new UnitDataSource(provider, manager(factory));
    }

    /** A platform that is configured and cannot be reached is one for its sessions to complain of. */
    private static @Nullable TransactionManager manager(SessionFactoryImplementor factory) {
        JtaPlatform platform = factory.getServiceRegistry().getService(JtaPlatform.class);
        try {
            return platform == null ? null : platform.retrieveTransactionManager();
        } catch (HibernateException e) {
            return null;
        }
    }

    @Override
    public Connection getConnection() throws SQLException {
        TransactionManager jta = manager;
        if (jta == null) {
            return LentConnection.of(provider);
        }
        if (!tried) {
            tryOut(jta);
        }
        return needsTransactions ? JtaConnection.of(jta, provider) : LentConnection.of(provider);
    }

    /** Decides by what works: a failure of both ways shows nothing but a failure. */
    private synchronized void tryOut(TransactionManager jta) throws SQLException {
        if (tried) {
            return;
        }
        Transaction callers = JtaWork.suspend(jta);
        try {
            needsTransactions = !takesStatements(jta);
            tried = true;
        } finally {
            JtaWork.resume(jta, callers);
        }
    }

    private boolean takesStatements(TransactionManager jta) throws SQLException {
        try (Connection plain = LentConnection.of(provider)) {
            return makesAStatement(plain, null);
        } catch (SQLException refused) {
            try (Connection transacted = JtaConnection.of(jta, provider)) {
                return !makesAStatement(transacted, refused);
            }
        }
    }

    private static boolean makesAStatement(Connection connection, @Nullable SQLException before) throws SQLException {
        try (Statement made = connection.createStatement()) {
            return made != null;
        } catch (SQLException e) {
            throw before == null ? e : before;
        }
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        throw new SQLFeatureNotSupportedException("connections are the persistence unit's: ask for one without a user");
    }

    @Override
    public @Nullable PrintWriter getLogWriter() {
        return null;
    }

    @Override
    public void setLogWriter(PrintWriter out) throws SQLException {
        throw new SQLFeatureNotSupportedException("it writes no log: set one at the persistence unit's connections");
    }

    @Override
    public void setLoginTimeout(int seconds) throws SQLException {
        throw new SQLFeatureNotSupportedException("it logs nobody in: set it at the persistence unit's connections");
    }

    @Override
    public int getLoginTimeout() {
        return 0;
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException("it writes no log");
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        if (type.isInstance(this)) {
            return type.cast(this);
        }
        throw new SQLException("it wraps a persistence unit's connections and nothing of type " + type.getName());
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return type.isInstance(this);
    }
}
