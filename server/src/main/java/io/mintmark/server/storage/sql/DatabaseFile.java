package io.mintmark.server.storage.sql;

import io.mintmark.server.load.Ticker;
import io.mintmark.server.storage.Storage;
import io.mintmark.server.storage.StorageFailedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Base64;
import java.util.List;

/** The file of one database: opened with everything that works on it, or erased. */
final class DatabaseFile {
    private static final int ID_BYTES = 16;
    private static final List<String> PARTS = List.of("", "-wal", "-shm");

    private final Path path;
    private final String name;

    /** Files are named by number: what users call a database never becomes a path. */
    DatabaseFile(Path directory, long number, String name) {
        this.path = directory.resolve("database-" + number + ".sqlite");
        this.name = name;
    }

    Storage open(SqliteSettings settings, ConnectionOpener opener, RandomBytes random) {
        String url = "jdbc:sqlite:" + path;
        try {
            Connection connection = opener.open(url);
            try {
                return prepare(url, connection, opener, settings, random);
            } catch (SQLException | RuntimeException e) {
                connection.close();
                throw e;
            }
        } catch (SQLException e) {
            throw new StorageFailedException(
                    "The database " + name + " cannot be opened (" + e.getMessage() + "): look at " + path + ".", e);
        }
    }

    private Storage prepare(
            String url, Connection connection, ConnectionOpener opener, SqliteSettings settings, RandomBytes random)
            throws SQLException {
        Pragmas.prepareWriter(connection);
        Schema.DATABASE.bringUpToDate(connection);
        createState(connection, random);
        WriteTransaction tx = new WriteTransaction(connection, settings.nodeTag(), settings.clock());
        LeasePruning pruning = new LeasePruning(connection, settings.leaseRetention(), settings.leasesMax());
        LogCopying log = LogCopying.open(name, connection, opener, url);
        Reads reads = new Reads(url, name, tx.state.databaseId());
        GroupCommitWriter writer =
                new GroupCommitWriter(name, connection, tx, log, pruning, settings.queue(), Ticker.SYSTEM);
        writer.start();
        return new SqliteStorage(tx.state.databaseId(), random, writer, reads);
    }

    private static void createState(Connection connection, RandomBytes random) throws SQLException {
        try (PreparedStatement find = connection.prepareStatement("SELECT 1 FROM state");
                ResultSet row = find.executeQuery()) {
            if (row.next()) {
                return;
            }
        }
        try (PreparedStatement create = connection.prepareStatement("INSERT INTO state VALUES (1, ?, 0, 0, 0, 1)")) {
            create.setString(1, Base64.getEncoder().withoutPadding().encodeToString(random.take(ID_BYTES)));
            create.executeUpdate();
        }
    }

    void erase() {
        try {
            for (String part : PARTS) {
                Files.deleteIfExists(path.resolveSibling(path.getFileName() + part));
            }
        } catch (IOException e) {
            throw new StorageFailedException("The files of the database " + name + " cannot be erased: " + path, e);
        }
    }

    long sizeBytes() {
        long size = 0;
        for (String part : PARTS) {
            size += path.resolveSibling(path.getFileName() + part).toFile().length();
        }
        return size;
    }
}
