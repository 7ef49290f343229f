package io.mintmark.storage.postgresql.sql;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.util.IsolationLevel;
import io.mintmark.internal.DaemonThreads;
import io.mintmark.internal.Ticker;
import io.mintmark.storage.StorageEngine.Outage;
import io.mintmark.storage.StorageFailedException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import javax.sql.DataSource;
import org.postgresql.Driver;

/**
 * The connections of a node: a pool for its work, a small one of its own for numbers, which wait for no long list and
 * no bulk insert that way, and single ones beside them. Safe for any number of threads.
 */
public final class PostgresConnections implements AutoCloseable {
    private static final int IDLE = 2;
    /** One connection in so many is for counters and identities. */
    private static final int COUNTERS = 4;

    /**
     * Plans each statement on numbers once for a connection. The engine would plan those with lists of keys again for
     * each group of writes, which costs it more than to run them. Each goes by a key, so that a plan made while a table
     * was small must use the index as well: the table may be large before the engine plans again.
     */
    private static final String PLANNED_ONCE =
            "SELECT set_config(s.name, wanted.value, false) FROM pg_settings s JOIN (VALUES"
                    + " ('plan_cache_mode', 'force_generic_plan'), ('enable_seqscan', 'off'), ('jit', 'off'))"
                    + " AS wanted (name, value) ON wanted.name = s.name";

    /**
     * Whatever the engine's default is: each statement sees what others committed before it, and waits for rows that
     * they hold. Under a stricter one a group that met another node's would fail as if its claim had ended.
     */
    private static final IsolationLevel ISOLATION = IsolationLevel.TRANSACTION_READ_COMMITTED;

    private static final Duration KEEP_ALIVE = Duration.ofMinutes(2);
    /** The least that the pool takes. */
    private static final Duration HURRIED = Duration.ofMillis(250);
    /** Between two looks at the breaker of somebody who waits for a connection. */
    private static final Duration LOOK = Duration.ofMillis(1_500);
    /** How long one may take to show that it lives, before it is lent again: less than the probe has. */
    private static final Duration SIGN_OF_LIFE = Duration.ofMillis(750);

    private final PostgresAddress address;
    private final PostgresTrouble trouble;
    private final EngineBreaker breaker;
    private final RenewablePool pool;
    private final RenewablePool counters;
    private final GuardedSource reads;
    private final GuardedSource writes;
    private final GuardedSource numbers;

    private PostgresConnections(PostgresAddress address, Duration silenceMax) {
        this.address = address;
        this.trouble = new PostgresTrouble(address);
        this.breaker = new EngineBreaker(address.shown(), Ticker.SYSTEM);
        int forCounters = Math.max(1, address.connections() / COUNTERS);
        this.pool =
                new RenewablePool(config(address, silenceMax, "mintmark-store", address.connections() - forCounters));
        HikariConfig planned = config(address, silenceMax, "mintmark-store-counters", forCounters);
        planned.setConnectionInitSql(PLANNED_ONCE);
        this.counters = new RenewablePool(planned);
        this.reads = guarded(pool, EngineBreaker.Use.READS);
        this.writes = guarded(pool, EngineBreaker.Use.WRITES);
        this.numbers = guarded(counters, EngineBreaker.Use.WRITES);
        breaker.whenOpened(this::opened);
        breaker.whenClosing(this::closing);
    }

    private GuardedSource guarded(RenewablePool of, EngineBreaker.Use use) {
        return new GuardedSource(of, breaker, use, Ticker.SYSTEM, address.connectTimeout());
    }

    /** Nobody waits for an answer any more; ending sessions may take a while itself. */
    private void opened(Outage.Kind kind) {
        List<EngineBreaker.Use> ended = kind.isTotal()
                ? List.of(EngineBreaker.Use.values())
                : kind == Outage.Kind.SLOW ? List.of(EngineBreaker.Use.WRITES) : List.of();
        Runnable ending = () -> both().forEach(each -> each.abort(ended));
        DaemonThreads.thread(PostgresConnections.class, "mintmark-store-end", ending)
                .start();
        if (kind.isTotal()) {
            both().forEach(RenewablePool::renew);
        }
    }

    /** Another of the hosts may be the primary by now, and sessions with the former one can be read only. */
    private void closing(Outage.Kind kind) {
        if (kind == Outage.Kind.READ_ONLY) {
            both().forEach(RenewablePool::renew);
        }
    }

    private List<RenewablePool> both() {
        return List.of(pool, counters);
    }

    /**
     * Looks whether the engine can carry a node, then makes the pool.
     *
     * @throws StorageFailedException if it cannot; the message says why, and what to do
     */
    public static PostgresConnections open(PostgresAddress address) {
        return open(address, PostgresAddress.SILENCE_MAX);
    }

    /** Does likewise with connections that fail once the engine said nothing for {@code silenceMax}. */
    static PostgresConnections open(PostgresAddress address, Duration silenceMax) {
        PostgresTrouble trouble = new PostgresTrouble(address);
        try (Connection first = single(address, address.connectTimeout());
                Connection second = single(address, address.connectTimeout())) {
            requireSessions(first, second, trouble);
            requireIsolation(first, trouble);
            askForEndOfIdle(first);
            requireEndOfIdle(first, trouble);
            requirePrimary(first, trouble);
            requireUtf8(first, trouble);
        } catch (SQLException e) {
            throw trouble.refusal(e);
        }
        return new PostgresConnections(address, silenceMax);
    }

    private static HikariConfig config(PostgresAddress address, Duration silenceMax, String name, int connections) {
        HikariConfig config = new HikariConfig();
        config.setPoolName(name);
        config.setDriverClassName(Driver.class.getName());
        config.setJdbcUrl(address.url());
        config.setDataSourceProperties(address.properties(silenceMax));
        config.setTransactionIsolation(ISOLATION.name());
        config.setMaximumPoolSize(connections);
        config.setMinimumIdle(Math.min(IDLE, connections));
        config.setConnectionTimeout(LOOK.toMillis());
        config.setValidationTimeout(SIGN_OF_LIFE.toMillis());
        config.setKeepaliveTime(KEEP_ALIVE.toMillis());
        // The engine was looked at; what fails later fails the one who asks.
        config.setInitializationFailTimeout(-1);
        config.setThreadFactory(DaemonThreads.numbered(PostgresConnections.class, name));
        return config;
    }

    /** A pooler that lends a session for each transaction lends one that idles to the next who comes. */
    static void requireSessions(Connection first, Connection second, PostgresTrouble trouble) throws SQLException {
        if (text(first, "SELECT pg_backend_pid()").equals(text(second, "SELECT pg_backend_pid()"))) {
            throw trouble.pooler();
        }
    }

    /** One that resets sessions takes back what they asked for. */
    static void requireIsolation(Connection connection, PostgresTrouble trouble) throws SQLException {
        String isolation = text(connection, "SELECT current_setting('transaction_isolation')");
        if (!isolation.equals("read committed")) {
            throw trouble.isolation(isolation);
        }
    }

    /** As each group of writes asks for its transaction. */
    static void askForEndOfIdle(Connection connection) throws SQLException {
        String ignored = text(connection, "SELECT set_config('idle_in_transaction_session_timeout', '500ms', false)");
    }

    /** A node that stands still with rows locked would hold up all others. */
    static void requireEndOfIdle(Connection connection, PostgresTrouble trouble) throws SQLException {
        String idle = text(connection, "SELECT current_setting('idle_in_transaction_session_timeout')");
        if (!idle.equals("500ms")) {
            throw trouble.idle(idle);
        }
    }

    private static void requirePrimary(Connection connection, PostgresTrouble trouble) throws SQLException {
        if (text(connection, "SELECT current_setting('transaction_read_only')").equals("on")) {
            throw trouble.replica();
        }
    }

    private static void requireUtf8(Connection connection, PostgresTrouble trouble) throws SQLException {
        String encoding = text(connection, "SELECT current_setting('server_encoding')");
        if (!encoding.toUpperCase(Locale.ROOT).replace("-", "").equals("UTF8")) {
            throw trouble.encoding(encoding);
        }
    }

    private static String text(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            return row.next() ? String.valueOf(row.getString(1)) : "";
        }
    }

    /** Returns connections for what the node writes beside numbers. */
    public DataSource pool() {
        return writes;
    }

    /** Returns connections of the same pool for reads, which go on where only writes are not taken. */
    public DataSource reads() {
        return reads;
    }

    /** Returns connections for counters and identities. */
    public DataSource counters() {
        return numbers;
    }

    /** Returns what stands between these connections and the engine. */
    public EngineBreaker breaker() {
        return breaker;
    }

    /** Opens a connection beside the pool, which fails once the engine said nothing for {@code silenceMax}. */
    public Connection single(Duration silenceMax) throws SQLException {
        return single(address, silenceMax);
    }

    private static Connection single(PostgresAddress address, Duration silenceMax) throws SQLException {
        Connection opened = new Driver().connect(address.url(), address.properties(silenceMax));
        if (opened == null) {
            throw new SQLException("the driver does not know the URL", "08001");
        }
        try {
            opened.setTransactionIsolation(ISOLATION.getLevelId());
            return opened;
        } catch (SQLException e) {
            opened.close();
            throw e;
        }
    }

    /** From now on nobody waits long for a connection: the engine does not answer, and the node is about to stop. */
    public void hurry() {
        List.of(reads, writes, numbers).forEach(each -> each.hurry(HURRIED));
        both().forEach(each -> each.hurry(HURRIED));
    }

    /** Returns what explains failures of these connections. */
    public PostgresTrouble trouble() {
        return trouble;
    }

    /** Returns where the engine is. */
    public PostgresAddress address() {
        return address;
    }

    @Override
    public void close() {
        pool.close();
        counters.close();
    }
}
