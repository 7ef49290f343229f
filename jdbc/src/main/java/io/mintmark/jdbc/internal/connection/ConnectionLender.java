package io.mintmark.jdbc.internal.connection;

import io.mintmark.range.RangeSourceException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import javax.sql.DataSource;

/**
 * Lends a connection of its own to each piece of work, never the one of a business transaction.
 *
 * <p>A number that was reserved inside a transaction would be free again when that rolls back, while somebody uses it.
 * Some data sources hand out the connection of the running transaction, and bind it to the thread (Spring's proxies, JTA).
 * Such a connection does not commit each statement by itself. A connection that does is therefore taken as it is. One that
 * does not is given back untouched, and the work is done with another one on a thread of ours, to which no transaction is
 * bound. If that one does not commit by itself either, it is a pool's default, and is set.
 *
 * <p>Thread-safe.
 */
public final class ConnectionLender {
    private final DataSource source;

    /** Work on a connection that commits each statement by itself. */
    @FunctionalInterface
    public interface Work<T> {
        T on(Connection connection) throws SQLException;
    }

    /** Creates a lender over {@code source}. */
    public ConnectionLender(DataSource source) {
        this.source = source;
    }

    /** Runs {@code work} with a connection that commits each statement by itself. */
    public <T> T lend(Work<T> work) throws SQLException {
        try (Connection connection = source.getConnection()) {
            if (connection.getAutoCommit()) {
                return work.on(connection);
            }
        }
        return onThreadOfOurs(work);
    }

    private <T> T onThreadOfOurs(Work<T> work) throws SQLException {
        CompletableFuture<T> result = new CompletableFuture<>();
        Runnable task = () -> {
            try {
                result.complete(unbound(work));
            } catch (SQLException | RuntimeException | Error e) {
                result.completeExceptionally(e);
            }
        };
        // Nothing of the caller goes with it: no inheritable thread locals, which some bind transactions to.
        Thread thread = new Thread(null, task, "mintmark-jdbc", 0, false);
        thread.setDaemon(true);
        thread.start();
        return await(result);
    }

    private static <T> T await(CompletableFuture<T> result) throws SQLException {
        try {
            return result.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RangeSourceException(
                    "The thread was interrupted while a range was reserved; its numbers are a gap.", e);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            if (cause instanceof SQLException failure) {
                throw failure;
            }
            if (cause instanceof RuntimeException failure) {
                throw failure;
            }
            if (cause instanceof Error failure) {
                throw failure;
            }
            throw new RangeSourceException("The database failed in an unknown way: " + cause, e);
        }
    }

    private <T> T unbound(Work<T> work) throws SQLException {
        try (Connection connection = source.getConnection()) {
            boolean commits = connection.getAutoCommit();
            if (!commits) {
                connection.rollback();
                connection.setAutoCommit(true);
            }
            try {
                return work.on(connection);
            } finally {
                if (!commits && !connection.isClosed()) {
                    connection.setAutoCommit(false);
                }
            }
        }
    }
}
