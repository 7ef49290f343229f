package io.mintmark.storage.postgresql.sql;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.mintmark.internal.DaemonThreads;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.postgresql.jdbc.PgConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A pool of connections that is replaced after an outage: what an engine that is back would wait for otherwise are the
 * pool's attempts at the one that was gone, with their rests of up to five seconds. Safe for any number of threads.
 */
final class RenewablePool implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RenewablePool.class);

    private final HikariConfig config;
    /** By the engine's sessions: each is lent to one at a time, and those that ended leave when others are added. */
    private final Map<PgConnection, Lent> lent = new ConcurrentHashMap<>();

    private volatile HikariDataSource pool;

    private record Lent(Connection connection, EngineBreaker.Use use) {}

    RenewablePool(HikariConfig config) {
        this.config = config;
        this.pool = new HikariDataSource(config);
    }

    /** Lends a connection. */
    Connection connection(EngineBreaker.Use use) throws SQLException {
        Connection connection = pool.getConnection();
        if (lent.size() > 2 * config.getMaximumPoolSize()) {
            lent.values().removeIf(RenewablePool::isOver);
        }
        lent.put(connection.unwrap(PgConnection.class), new Lent(connection, use));
        return connection;
    }

    private static boolean isOver(Lent each) {
        try {
            return each.connection().isClosed();
        } catch (SQLException e) {
            return true;
        }
    }

    /**
     * Ends the sessions that are lent for {@code uses}, so that nobody waits for their answers. A COMMIT under way is
     * not cancelled by that: what becomes of it is asked later.
     */
    void abort(List<EngineBreaker.Use> uses) {
        lent.forEach((session, each) -> {
            if (uses.contains(each.use()) && !isOver(each)) {
                abort(session);
            }
        });
    }

    private static void abort(PgConnection session) {
        try {
            session.abort(Runnable::run);
        } catch (SQLException e) {
            LOG.debug("A session could not be ended.", e);
        }
    }

    /** Begins anew; what is lent of the former pool is of no use any more. */
    synchronized void renew() {
        HikariDataSource former = pool;
        if (former.isClosed()) {
            return;
        }
        // It makes its first connection when one is asked for.
        HikariDataSource next = new HikariDataSource();
        config.copyStateTo(next);
        pool = next;
        DaemonThreads.thread(RenewablePool.class, config.getPoolName() + "-former", former::close)
                .start();
    }

    /** Returns whether there is no connection at all. */
    boolean isEmpty() {
        HikariDataSource present = pool;
        return !present.isRunning() || present.getHikariPoolMXBean().getTotalConnections() == 0;
    }

    /** Returns whether it lends no connection any more. */
    boolean isClosed() {
        return pool.isClosed();
    }

    /** Lets nobody wait longer than that for a connection from now on. */
    void hurry(Duration patience) {
        for (HikariConfig each : List.of(config, pool)) {
            each.setValidationTimeout(patience.toMillis());
            each.setConnectionTimeout(patience.toMillis());
        }
    }

    @Override
    public synchronized void close() {
        pool.close();
    }
}
