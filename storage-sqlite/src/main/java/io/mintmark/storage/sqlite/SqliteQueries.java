package io.mintmark.storage.sqlite;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.mintmark.storage.StorageBusyException;
import io.mintmark.storage.StorageFailedException;
import io.mintmark.storage.sql.QueryRunner;
import io.mintmark.storage.sql.SqlQuery;
import io.mintmark.storage.sql.Statements;
import io.mintmark.storage.sqlite.file.ConnectionOpener;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConnection;
import org.sqlite.SQLiteDataSource;

/**
 * Queries of one file, on connections of their own: none waits for the writer. Each connection keeps the statements
 * that were prepared on it, since to prepare one takes longer than to find a document. Safe for any number of threads.
 */
final class SqliteQueries implements QueryRunner, AutoCloseable {
    /** Beside those that costly requests may hold, of which as many compute at once as there are processors. */
    private static final int CONNECTIONS_OF_SMALL = 6;

    private static final int COSTLY_MIN = 2;
    /** How long a connection is tried to be opened: a file that is gone is noticed no later. */
    private static final long WAIT_MILLIS_MAX = 5_000;

    private final ReadWriteLock gate = new ReentrantReadWriteLock();
    private final HikariDataSource pool;
    private final Map<SQLiteConnection, Map<String, PreparedStatement>> prepared = new ConcurrentHashMap<>();
    private final String name;
    private final Supplier<@Nullable StorageFailedException> fenced;

    /** Reads the database {@code name} until {@code fenced} says why not. */
    SqliteQueries(String url, String name, Supplier<@Nullable StorageFailedException> fenced) {
        this(url, name, fenced, Runtime.getRuntime().availableProcessors(), WAIT_MILLIS_MAX);
    }

    SqliteQueries(
            String url,
            String name,
            Supplier<@Nullable StorageFailedException> fenced,
            int processors,
            long waitMillisMax) {
        this.name = name;
        this.fenced = fenced;
        SQLiteDataSource source = new SQLiteDataSource(ConnectionOpener.Options.forReading());
        source.setUrl(url);
        HikariConfig config = new HikariConfig();
        config.setPoolName("mintmark-reads-" + name);
        config.setDataSource(source);
        config.setMaximumPoolSize(CONNECTIONS_OF_SMALL + Math.max(COSTLY_MIN, processors));
        config.setMinimumIdle(0);
        config.setConnectionTimeout(waitMillisMax);
        config.setInitializationFailTimeout(-1);
        config.setConnectionInitSql("PRAGMA query_only=ON");
        pool = new HikariDataSource(config);
    }

    @Override
    public <T> T read(SqlQuery query, ResultReader<T> reader) {
        gate.readLock().lock();
        try (Connection connection = connection();
                ResultSet rows = result(connection.unwrap(SQLiteConnection.class), query)) {
            return reader.of(rows);
        } catch (SQLException e) {
            throw failure(e);
        } finally {
            gate.readLock().unlock();
        }
    }

    private RuntimeException failure(SQLException e) {
        // The pool names a cause where a connection could not be opened, and none where all are lent.
        return e instanceof SQLTransientConnectionException && e.getCause() == null
                ? new StorageBusyException("The database " + name
                        + " is read by too many at once, and nothing was done: try again in a moment.")
                : new StorageFailedException(
                        "The database " + name + " cannot be read: " + e.getMessage() + ". Look at its disk and files.",
                        e);
    }

    private Connection connection() throws SQLException {
        if (pool.isClosed()) {
            throw new StorageFailedException("The database " + name + " is closed: open it again to use it.");
        }
        StorageFailedException no = fenced.get();
        if (no != null) {
            throw no.again();
        }
        return pool.getConnection();
    }

    /** A connection has one thread at a time, which closes a result before it asks for the next. */
    private ResultSet result(SQLiteConnection connection, SqlQuery query) throws SQLException {
        Map<String, PreparedStatement> known = prepared.get(connection);
        if (known == null) {
            known = begin(connection);
        }
        PreparedStatement statement = known.get(query.sql());
        if (statement == null) {
            statement = connection.prepareStatement(query.sql());
            known.put(query.sql(), statement);
        }
        Statements.bind(statement, query.parameters());
        return statement.executeQuery();
    }

    /** The pool closes connections that are idle or old; their statements went with them. */
    private Map<String, PreparedStatement> begin(SQLiteConnection connection) {
        prepared.keySet().removeIf(SqliteQueries::isClosed);
        Map<String, PreparedStatement> none = new HashMap<>();
        prepared.put(connection, none);
        return none;
    }

    private static boolean isClosed(SQLiteConnection connection) {
        try {
            return connection.isClosed();
        } catch (SQLException e) {
            return true;
        }
    }

    /** Waits for the reads under way; the pool would make those that come during its end wait for its time-out. */
    @Override
    public void close() {
        gate.writeLock().lock();
        try {
            pool.close();
            prepared.clear();
        } finally {
            gate.writeLock().unlock();
        }
    }
}
