package io.mintmark.storage.sqlite.directory;

import io.mintmark.MintmarkException;
import io.mintmark.storage.StorageFailedException;
import io.mintmark.storage.sql.ConnectionUse;
import io.mintmark.storage.sqlite.file.Sql;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The transactions of the catalog; safe for any number of threads, one transaction at a time.
 *
 * <p><b>What is told was committed.</b> Each change is one explicit transaction. SQLite commits a statement outside of
 * one when the statement is reset, where a driver has nobody to tell of a failure; the failure of a COMMIT is told. A
 * failed transaction closes the writer for good, since what the file holds is unknown until it is opened again.
 *
 * <p><b>What is told stands twice.</b> A second commit follows each change, so that a damaged end of the log, which
 * cannot be told from what a crash leaves, never is the one that counts (see {@code LogInspection}). Changes are rare.
 */
final class CatalogWriter implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(CatalogWriter.class);

    private final Connection connection;
    private final PreparedStatement begin;
    private final PreparedStatement commit;
    private final PreparedStatement rollback;
    private CatalogState state;
    private volatile CatalogLife life;
    private volatile long committed;
    private volatile boolean failed;

    /** Takes the catalog over: its former owner is fenced. */
    CatalogWriter(Connection connection, String owner) throws SQLException {
        this.connection = connection;
        if (connection.getAutoCommit()) {
            Sql.keepTheDriverOut(connection);
        }
        begin = connection.prepareStatement("BEGIN IMMEDIATE");
        commit = connection.prepareStatement("COMMIT");
        rollback = connection.prepareStatement("ROLLBACK");
        begin.execute();
        state = CatalogState.read(connection, true).openedBy(owner);
        state.write(connection);
        life = CatalogLife.read(connection).named(owner);
        life.write(connection);
        commit.execute();
        committed = state.commits();
    }

    /** Returns which catalog it is. */
    CatalogLife life() {
        return life;
    }

    /** Returns how many transactions are on stable storage; any thread may ask. */
    long committed() {
        return committed;
    }

    /** Raises what belongs to no database, after the directory was put back. */
    synchronized void raise(long by) {
        life = write(0, connection -> CatalogRaise.run(connection, by));
    }

    /**
     * Applies a change, which a {@link MintmarkException} refuses without a trace, and returns once it is on stable
     * storage.
     *
     * @param added by how much the number of databases grows
     */
    synchronized <T> T write(int added, ConnectionUse<T> change) {
        T result = writeOnce(added, change);
        Object ignored = writeOnce(0, unchanged -> "");
        return result;
    }

    /** Applies a change that another one is going to follow before anybody is told. */
    synchronized <T> T writeOnce(int added, ConnectionUse<T> change) {
        if (failed) {
            throw closed();
        }
        try {
            begin.execute();
            T result = change.on(connection);
            CatalogState next = state.next(added);
            next.writeOwned(connection);
            commit.execute();
            state = next;
            committed = next.commits();
            return result;
        } catch (StorageFailedException e) {
            throw fail(e);
        } catch (MintmarkException refused) {
            undo(refused);
            throw refused;
        } catch (SQLException e) {
            throw fail(SqliteCatalog.failed(e));
        } catch (RuntimeException | Error e) {
            throw fail(SqliteCatalog.failed(e));
        }
    }

    private void undo(MintmarkException refused) {
        try {
            rollback.execute();
        } catch (SQLException e) {
            refused.addSuppressed(fail(SqliteCatalog.failed(e)));
        }
    }

    private StorageFailedException fail(StorageFailedException reason) {
        failed = true;
        try {
            rollback.execute();
        } catch (SQLException none) {
            // There is no transaction any more, or no way to end it but to close the connection.
        }
        return reason;
    }

    boolean hasFailed() {
        return failed;
    }

    /** Returns the refusal of whatever comes after a failed transaction. */
    static StorageFailedException closed() {
        return new StorageFailedException("The catalog of databases is closed since a write to it failed: mend the data"
                + " directory's disk, then restart the server. Databases that are open go on.");
    }

    /** Stores that the catalog is left in order, if it can; takes nothing more. */
    synchronized void finish() {
        if (failed) {
            return;
        }
        try {
            begin.execute();
            state.closed().writeOwned(connection);
            commit.execute();
        } catch (SQLException e) {
            LOG.warn("The catalog of databases could not be left in order; it recovers when opened.", e);
            StorageFailedException ignored = fail(SqliteCatalog.failed(e));
        }
    }

    /** Closes the connection, after {@link #finish}. */
    @Override
    public synchronized void close() throws SQLException {
        connection.close();
    }
}
