package io.mintmark.server.storage.sql;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * The connection by which the catalog is read; safe for any number of threads, one at a time.
 *
 * <p>It sees what was committed and nothing else, also after a write of {@link CatalogWriter} failed.
 */
final class CatalogReads implements AutoCloseable {
    private final Connection connection;

    /** Reads on {@code connection}, and closes it in the end. */
    CatalogReads(Connection connection) {
        this.connection = connection;
    }

    /** Something to read on a connection. */
    @FunctionalInterface
    interface Reading<T> {
        T on(Connection connection) throws SQLException;
    }

    synchronized <T> T read(Reading<T> reading) {
        try {
            return reading.on(connection);
        } catch (SQLException e) {
            throw Catalog.failed(e);
        }
    }

    @Override
    public synchronized void close() throws SQLException {
        connection.close();
    }
}
