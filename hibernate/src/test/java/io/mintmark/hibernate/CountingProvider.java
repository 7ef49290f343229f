package io.mintmark.hibernate;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.hibernate.engine.jdbc.connections.spi.ConnectionProvider;

/** Where a unit's connections come from, which counts those that come back: what a pool is, without the pool. */
final class CountingProvider implements ConnectionProvider {
    private static final long serialVersionUID = 1L;

    private final transient Source source;
    private final AtomicInteger returned = new AtomicInteger();

    /** Where they come from. */
    private interface Source {
        Connection connection() throws SQLException;
    }

    CountingProvider(String url) {
        this.source = () -> DriverManager.getConnection(url);
    }

    CountingProvider(DataSource pool) {
        this.source = pool::getConnection;
    }

    /** Returns how many connections came back. */
    int returned() {
        return returned.get();
    }

    @Override
    public Connection getConnection() throws SQLException {
        return source.connection();
    }

    @Override
    public void closeConnection(Connection connection) throws SQLException {
        returned.incrementAndGet();
        connection.close();
    }

    @Override
    public boolean supportsAggressiveRelease() {
        return false;
    }

    @Override
    public boolean isUnwrappableAs(Class<?> type) {
        return false;
    }

    @Override
    public <T> T unwrap(Class<T> type) {
        throw new IllegalArgumentException("wraps nothing of type " + type.getName());
    }
}
