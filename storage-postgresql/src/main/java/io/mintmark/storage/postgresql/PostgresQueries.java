package io.mintmark.storage.postgresql;

import io.mintmark.internal.Ticker;
import io.mintmark.storage.StorageFailedException;
import io.mintmark.storage.StorageUnreachableException;
import io.mintmark.storage.postgresql.sql.Failures;
import io.mintmark.storage.postgresql.sql.SqlScript;
import io.mintmark.storage.sql.QueryRunner;
import io.mintmark.storage.sql.SqlQuery;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Queries of one database on connections that are lent for one of them each. Safe for any number of threads. */
final class PostgresQueries implements QueryRunner, AutoCloseable {
    /**
     * Connections that broke while the engine was away fail at once; one that was silent before it broke took longer.
     */
    private static final long BROKEN_NANOS_MAX = TimeUnit.SECONDS.toNanos(1);

    private final DataSource source;
    private final String name;
    private final Supplier<@Nullable StorageFailedException> fenced;
    private final Ticker ticker;
    private volatile boolean closed;

    /** Reads the database {@code name} until {@code fenced} says why not. */
    PostgresQueries(DataSource source, String name, Supplier<@Nullable StorageFailedException> fenced, Ticker ticker) {
        this.source = source;
        this.name = name;
        this.fenced = fenced;
        this.ticker = ticker;
    }

    @Override
    public <T> T read(SqlQuery query, ResultReader<T> reader) {
        requireReadable();
        long begun = ticker.nanos();
        while (true) {
            try (Connection connection = source.getConnection()) {
                try {
                    return ask(connection, query, reader);
                } catch (SQLException e) {
                    // So do those break that were idle while the engine was away.
                    if (!Failures.isBroken(e) || ticker.nanos() - begun >= BROKEN_NANOS_MAX) {
                        throw e;
                    }
                }
            } catch (SQLException e) {
                throw failure(e);
            }
        }
    }

    private static <T> T ask(Connection connection, SqlQuery query, ResultReader<T> reader) throws SQLException {
        connection.setAutoCommit(true);
        try (PreparedStatement statement = connection.prepareStatement(query.sql())) {
            SqlScript.bind(connection, statement, query.parameters());
            try (ResultSet rows = statement.executeQuery()) {
                return reader.of(rows);
            }
        }
    }

    private void requireReadable() {
        if (closed) {
            throw new StorageFailedException("The database " + name + " is closed: open it again to use it.");
        }
        StorageFailedException no = fenced.get();
        if (no != null) {
            throw no.again();
        }
    }

    private RuntimeException failure(SQLException e) {
        if (Failures.isUnreachable(e)) {
            return new StorageUnreachableException(
                    "The database " + name + " cannot be read, because its engine does not answer: ask another node, or"
                            + " try again in a moment. It says: " + e.getMessage(),
                    e);
        }
        return new StorageFailedException(
                "The database " + name + " cannot be read: " + e.getMessage() + ". Look at the log of PostgreSQL.", e);
    }

    /** Refuses all later reads; the connections belong to the engine. */
    @Override
    public void close() {
        closed = true;
    }
}
