package io.mintmark.hibernate;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.hibernate.engine.jdbc.connections.spi.ConnectionProvider;
import org.jspecify.annotations.Nullable;

/**
 * The connections of a persistence unit as a {@code DataSource}, for counters in the same database.
 *
 * <p>Each is a further connection, never the one that a session works with: a rollback there moves no counter here.
 * Closing one gives it to the provider, which is where it came from. Thread-safe.
 */
final class UnitDataSource implements DataSource {
    private final ConnectionProvider provider;

    UnitDataSource(ConnectionProvider provider) {
        this.provider = provider;
    }

    @Override
    public Connection getConnection() throws SQLException {
        return LentConnection.of(provider);
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
