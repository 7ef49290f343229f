package io.mintmark.server.storage.postgresql.read;

import io.mintmark.internal.Ticker;
import io.mintmark.server.storage.StorageFailedException;
import io.mintmark.server.storage.StorageUnreachableException;
import io.mintmark.server.storage.postgresql.sql.Failures;
import io.mintmark.server.storage.postgresql.sql.SqlScript;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Reads of one database on connections that are lent for one statement each. Safe for any number of threads. */
public final class ReadConnections implements AutoCloseable {
    /** Connections that broke while the engine was away fail at once; one that was silent before it broke took longer. */
    private static final long BROKEN_NANOS_MAX = TimeUnit.SECONDS.toNanos(1);

    private final DataSource source;
    private final String name;
    private final Supplier<@Nullable StorageFailedException> fenced;
    private final Ticker ticker;
    private volatile boolean closed;

    /** Reads the database {@code name} until {@code fenced} says why not. */
    public ReadConnections(
            DataSource source, String name, Supplier<@Nullable StorageFailedException> fenced, Ticker ticker) {
        this.source = source;
        this.name = name;
        this.fenced = fenced;
        this.ticker = ticker;
    }

    /** Makes a value of a row. */
    @FunctionalInterface
    interface Mapping<T> {
        T of(ResultSet row) throws SQLException;
    }

    <T> Optional<T> first(String sql, Mapping<T> mapping, Object... parameters) {
        return all(sql, mapping, parameters).stream().findFirst();
    }

    <T> List<T> all(String sql, Mapping<T> mapping, Object... parameters) {
        requireReadable();
        long begun = ticker.nanos();
        while (true) {
            try (Connection connection = source.getConnection()) {
                Optional<List<T>> found = ask(connection, begun, sql, mapping, parameters);
                if (found.isPresent()) {
                    return found.get();
                }
            } catch (SQLException e) {
                throw failure(e);
            }
        }
    }

    /** Returns the rows; empty if the connection broke, as those do that were idle while the engine was away. */
    private <T> Optional<List<T>> ask(
            Connection connection, long begun, String sql, Mapping<T> mapping, Object... parameters)
            throws SQLException {
        List<T> found = new ArrayList<>();
        try {
            connection.setAutoCommit(true);
            new SqlScript()
                    .query(sql, row -> found.add(mapping.of(row)), parameters)
                    .run(connection);
            return Optional.of(found);
        } catch (SQLException e) {
            if (Failures.isBroken(e) && ticker.nanos() - begun < BROKEN_NANOS_MAX) {
                return Optional.empty();
            }
            throw e;
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
