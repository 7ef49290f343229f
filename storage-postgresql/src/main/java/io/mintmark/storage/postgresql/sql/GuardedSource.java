package io.mintmark.storage.postgresql.sql;

import io.mintmark.internal.Ticker;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.time.Duration;
import java.util.logging.Logger;
import javax.sql.DataSource;

/**
 * Connections of a pool behind the {@link EngineBreaker}: nobody waits for one while the engine is not there, or longer
 * than it takes to find that out. Safe for any number of threads.
 */
final class GuardedSource implements DataSource {
    /** The longest wait where the pool makes no connection, although the probe has one. */
    private static final Duration NONE_MADE_MAX = Duration.ofMillis(1_500);

    private final RenewablePool pool;
    private final EngineBreaker breaker;
    private final EngineBreaker.Use use;
    private final Ticker ticker;
    private volatile Duration patience;

    /**
     * Lends connections of {@code pool} for {@code use}.
     *
     * @param patience the longest wait for one, where all are in use
     */
    GuardedSource(RenewablePool pool, EngineBreaker breaker, EngineBreaker.Use use, Ticker ticker, Duration patience) {
        this.pool = pool;
        this.breaker = breaker;
        this.use = use;
        this.ticker = ticker;
        this.patience = patience;
    }

    /** Lets nobody wait longer than that from now on. */
    void hurry(Duration most) {
        patience = most;
    }

    @Override
    public Connection getConnection() throws SQLException {
        long begun = ticker.nanos();
        while (true) {
            breaker.require(use);
            if (pool.isEmpty()) {
                breaker.requireRoom();
            }
            try {
                Connection connection = pool.connection(use);
                if (!breaker.refuses(use)) {
                    return connection;
                }
                // One that was lent while the breaker opened was not ended by that; the breaker may be closed by now.
                connection.close();
            } catch (SQLException e) {
                breaker.suspect();
                requirePatience(e, Duration.ofNanos(ticker.nanos() - begun));
            }
        }
    }

    private void requirePatience(SQLException e, Duration waited) throws SQLException {
        breaker.require(use);
        // The pool names why it could not make one.
        boolean noneMade = e.getCause() != null && waited.compareTo(NONE_MADE_MAX) >= 0;
        // A pool that is closed, or whose caller was interrupted, waits for nothing: nor does it the next time.
        boolean over = pool.isClosed() || Thread.currentThread().isInterrupted();
        if (over || noneMade || waited.compareTo(patience) >= 0) {
            throw e;
        }
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        throw new SQLFeatureNotSupportedException("connections have the user of the store's address");
    }

    @Override
    public PrintWriter getLogWriter() throws SQLException {
        throw new SQLFeatureNotSupportedException("the log is that of the server");
    }

    @Override
    public void setLogWriter(PrintWriter out) throws SQLException {
        throw new SQLFeatureNotSupportedException("the log is that of the server");
    }

    @Override
    public void setLoginTimeout(int seconds) throws SQLException {
        throw new SQLFeatureNotSupportedException("the time to connect is part of the store's address");
    }

    @Override
    public int getLoginTimeout() {
        return 0;
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException("the log is that of the server");
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        throw new SQLException("a guarded source is nothing but itself");
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return false;
    }
}
