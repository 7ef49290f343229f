package io.mintmark.server.storage.sqlite;

import io.mintmark.server.storage.StorageFailedException;
import io.mintmark.server.storage.image.CatalogImage;
import io.mintmark.server.storage.sqlite.catalog.CatalogState;
import io.mintmark.server.storage.sqlite.log.FrozenFile;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** The image of the catalog: its file while it is frozen. */
final class SqliteCatalogImage implements CatalogImage {
    private final FrozenFile file;

    /** Takes {@code file} over. */
    SqliteCatalogImage(FrozenFile file) {
        this.file = file;
    }

    @Override
    public Position position() {
        return asked(connection ->
                new Position("", 0, CatalogState.read(connection, true).commits(), 0));
    }

    @Override
    public List<Listed> databases(long after, int max) {
        return asked(connection -> databases(connection, after, max));
    }

    private static List<Listed> databases(Connection connection, long after, int max) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(
                "SELECT number, name FROM entry WHERE made = 1 AND number > ? ORDER BY number LIMIT ?")) {
            statement.setLong(1, after);
            statement.setInt(2, max);
            try (ResultSet rows = statement.executeQuery()) {
                List<Listed> found = new ArrayList<>();
                while (rows.next()) {
                    found.add(new Listed(rows.getLong(1), rows.getString(2)));
                }
                return found;
            }
        }
    }

    private <T> T asked(FrozenFile.Question<T> question) {
        try {
            return file.ask(question);
        } catch (SQLException e) {
            throw new StorageFailedException(
                    "The catalog of databases cannot be read (" + e.getMessage()
                            + "): look at the data directory's disk.",
                    e);
        }
    }

    @Override
    public long bytes() {
        return file.bytes();
    }

    @Override
    public int read(byte[] into) {
        return file.read(into);
    }

    @Override
    public boolean isPressed() {
        return file.isPressed();
    }

    @Override
    public void close() {
        file.close();
    }
}
