package io.mintmark.server.storage.sqlite.read;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.mintmark.server.storage.sqlite.file.ConnectionOpener;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.sqlite.SQLiteConnection;
import org.sqlite.SQLiteDataSource;

/**
 * The connections that a database is read on, each with the statements that were prepared on it: to prepare one takes
 * longer than to find a document. Safe for any number of threads.
 */
final class ReadConnections implements AutoCloseable {
    private static final int CONNECTIONS_MAX = 8;
    /** How long a connection is tried to be opened: a file that is gone is noticed no later. */
    private static final long WAIT_MILLIS_MAX = 5_000;

    private final HikariDataSource pool;
    private final Map<SQLiteConnection, ReadStatements> prepared = new ConcurrentHashMap<>();

    ReadConnections(String url, String name) {
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

    <T> T read(Reads.Reading<T> reading) throws SQLException {
        try (Connection connection = pool.getConnection()) {
            return reading.by(statements(connection.unwrap(SQLiteConnection.class)));
        }
    }

    private ReadStatements statements(SQLiteConnection connection) {
        ReadStatements known = prepared.get(connection);
        return known != null ? known : begin(connection);
    }

    /** The pool closes connections that are idle or old; their statements went with them. */
    private ReadStatements begin(SQLiteConnection connection) {
        prepared.keySet().removeIf(ReadConnections::isClosed);
        ReadStatements fresh = new ReadStatements(connection);
        prepared.put(connection, fresh);
        return fresh;
    }

    private static boolean isClosed(SQLiteConnection connection) {
        try {
            return connection.isClosed();
        } catch (SQLException e) {
            return true;
        }
    }

    boolean isClosed() {
        return pool.isClosed();
    }

    @Override
    public void close() {
        pool.close();
        prepared.clear();
    }
}
