package io.mintmark.storage.sqlite.directory;

import io.mintmark.internal.FailureText;
import io.mintmark.storage.sqlite.file.LogKeeper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * A file that is read and not changed, nor its log; what SQLite puts beside it to read it goes away again.
 *
 * <p>Nobody else may have it open.
 */
final class ReadOnlyFile implements AutoCloseable {
    private final Path log;
    private final Path index;
    private final boolean hadLog;
    private final boolean hadIndex;
    private final Connection connection;

    private ReadOnlyFile(Path file) throws SQLException {
        log = file.resolveSibling(file.getFileName() + "-wal");
        index = file.resolveSibling(file.getFileName() + "-shm");
        hadLog = Files.exists(log);
        hadIndex = Files.exists(index);
        try {
            connection = LogKeeper.readOnly(file);
        } catch (SQLException e) {
            tidy();
            throw e;
        }
    }

    static ReadOnlyFile open(Path file) throws SQLException {
        return new ReadOnlyFile(file);
    }

    Connection connection() {
        return connection;
    }

    @Override
    public void close() throws SQLException {
        connection.close();
        tidy();
    }

    private void tidy() throws SQLException {
        try {
            if (!hadIndex) {
                Files.deleteIfExists(index);
            }
            if (!hadLog && Files.exists(log) && Files.size(log) == 0) {
                Files.delete(log);
            }
        } catch (IOException e) {
            throw new SQLException("what reading it left behind cannot be removed: " + FailureText.of(e), e);
        }
    }
}
