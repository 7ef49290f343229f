package io.mintmark.storage.sqlite;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.mintmark.storage.StorageFailedException;
import io.mintmark.storage.sql.QueryRunner;
import io.mintmark.storage.sql.SqlQuery;
import io.mintmark.storage.sql.Statements;
import io.mintmark.storage.sqlite.file.ConnectionOpener;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
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
    private static final int CONNECTIONS_MAX = 8;
    /** How long a connection is tried to be opened: a file that is gone is noticed no later. */
    private static final long WAIT_MILLIS_MAX = 5_000;

    private final ReadWriteLock gate = new ReentrantReadWriteLock();
    private final HikariDataSource pool;
    private final Map<SQLiteConnection, Map<String, PreparedStatement>> prepared = new ConcurrentHashMap<>();
    private final String name;
    private final Supplier<@Nullable StorageFailedException> fenced;

    /** Reads the database {@code name} until {@code fenced} says why not. */
    SqliteQueries(String url, String name, Supplier<@Nullable StorageFailedException> fenced) {
        this.name = name;
        this.fenced = fenced;
        SQLiteDataSource source = new SQLiteDataSource(ConnectionOpener.Options.forReading());
        source.setUrl(url);
        HikariConfig config = new HikariConfig();
        config.setPoolName("mintmark-reads-" + name);
        config.setDataSource(source);
        config.setMaximumPoolSize(CONNECTIONS_MAX);
        config.setMinimumIdle(0);
        config.setConnectionTimeout(WAIT_MILLIS_MAX);
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
            throw new StorageFailedException(
                    "The database " + name + " cannot be read: " + e.getMessage() + ". Look at its disk and files.", e);
        } finally {
            gate.readLock().unlock();
        }
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
