package io.mintmark.storage.sqlite.directory;

import io.mintmark.storage.sql.ConnectionUse;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * The connection by which the catalog is read; safe for any number of threads, one at a time.
 *
 * <p>After a write of {@link CatalogWriter} failed it reads nothing more: what the file says after a restart may be
 * what was there before, or what was to be written, and a caller that went on with one of them could lose everything by
 * the other.
 */
final class CatalogReads implements AutoCloseable {
    private final Connection connection;
    private final CatalogWriter writer;

    /** Reads on {@code connection} what {@code writer} writes, and closes it in the end. */
    CatalogReads(Connection connection, CatalogWriter writer) {
        this.connection = connection;
        this.writer = writer;
    }

    synchronized <T> T read(ConnectionUse<T> reading) {
        if (writer.hasFailed()) {
            throw CatalogWriter.closed();
        }
        try {
            return reading.on(connection);
        } catch (SQLException e) {
            throw SqliteCatalog.failed(e);
        }
    }

    @Override
    public synchronized void close() throws SQLException {
        connection.close();
    }
}
