package io.mintmark.storage.postgresql.sql;

import io.mintmark.internal.Backoff;
import io.mintmark.internal.Sleeper;
import io.mintmark.storage.StorageFailedException;
import io.mintmark.storage.sql.ConnectionUse;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;

/**
 * Short transactions that are rare: of the catalog, of claims. Safe for any number of threads.
 *
 * <p><b>What is told was committed.</b> Each change is one explicit transaction. One that another was in the way of is
 * undone by the engine and tried again. A commit whose answer does not come, or comes with a warning, since no standby
 * confirmed it, is unknown, and that is what its caller hears.
 */
public final class Transactions {
    private static final int TRIES = 12;
    private static final Backoff REST = new Backoff(TimeUnit.MILLISECONDS.toNanos(5), 6);

    /** A node that stops in the middle of such a transaction must not stop all others. */
    private static final String BOUNDS =
            "SET LOCAL lock_timeout = '5s'; SET LOCAL idle_in_transaction_session_timeout = '10s'";

    private final PostgresConnections connections;
    private final Sleeper sleeper;
    private final boolean patient;

    /** Runs them on {@code connections}. */
    public Transactions(PostgresConnections connections, Sleeper sleeper) {
        this(connections, sleeper, false);
    }

    private Transactions(PostgresConnections connections, Sleeper sleeper, boolean patient) {
        this.connections = connections;
        this.sleeper = sleeper;
        this.patient = patient;
    }

    /** Runs those of a command, a statement of which may change all rows of a store. */
    public static Transactions ofCommand(PostgresConnections connections, Sleeper sleeper) {
        return new Transactions(connections, sleeper, true);
    }

    /**
     * Lets a statement on {@code connection} take as long as all rows of a large store need, until the pool has it
     * back. Where the engine's machine is gone, TCP's keep-alive ends the wait.
     */
    static void awaitEachAnswer(Connection connection) throws SQLException {
        connection.setNetworkTimeout(Runnable::run, 0);
    }

    /** Reads in one statement or several, each of which sees what was committed before it. */
    public <T> T read(ConnectionUse<T> work) {
        try (Connection connection = connections.reads().getConnection()) {
            awaitAnswersIfPatient(connection);
            return work.on(connection);
        } catch (SQLException e) {
            throw connections.trouble().refusal(e);
        }
    }

    private void awaitAnswersIfPatient(Connection connection) throws SQLException {
        if (patient) {
            awaitEachAnswer(connection);
        }
    }

    /**
     * Changes something and returns once it is committed; a {@link io.mintmark.MintmarkException} refuses it without a
     * trace.
     */
    public <T> T write(ConnectionUse<T> work) {
        for (int failures = 0; ; failures++) {
            try (Connection connection = connections.pool().getConnection()) {
                return once(connection, work);
            } catch (SQLException e) {
                if (!Failures.isConflict(e)) {
                    throw connections.trouble().refusal(e);
                }
                if (failures == TRIES) {
                    throw connections.trouble().busy(e);
                }
                rest(REST.after(failures), e);
            }
        }
    }

    private <T> T once(Connection connection, ConnectionUse<T> work) throws SQLException {
        awaitAnswersIfPatient(connection);
        connection.setAutoCommit(false);
        T result;
        try {
            begin(connection);
            result = work.on(connection);
        } catch (SQLException | RuntimeException | Error e) {
            undo(connection, e);
            throw e;
        }
        commit(connection);
        return result;
    }

    private static void begin(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            boolean ignored = statement.execute(BOUNDS);
        }
    }

    /** Undoes a transaction that failed; a connection that broke tells nothing that {@code why} does not. */
    public static void undo(Connection connection, Throwable why) {
        try {
            connection.rollback();
        } catch (SQLException gone) {
            why.addSuppressed(gone);
        }
    }

    private void commit(Connection connection) throws SQLException {
        try {
            connection.clearWarnings();
            connection.commit();
        } catch (SQLException e) {
            if (Failures.isUndoneForCertain(e)) {
                throw e;
            }
            throw connections.trouble().unknown(e);
        }
        if (Failures.isDoubtful(connection)) {
            throw connections.trouble().unknown(null);
        }
    }

    private void rest(long nanos, SQLException why) {
        try {
            sleeper.sleep(nanos);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StorageFailedException("Interrupted before the change was tried again; it was not made.", why);
        }
    }
}
