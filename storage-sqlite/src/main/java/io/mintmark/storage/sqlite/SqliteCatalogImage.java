package io.mintmark.storage.sqlite;

import io.mintmark.storage.CatalogImage;
import io.mintmark.storage.DatabaseEntry;
import io.mintmark.storage.StorageFailedException;
import io.mintmark.storage.sql.ConnectionUse;
import io.mintmark.storage.sql.Statements;
import io.mintmark.storage.sqlite.directory.CatalogState;
import io.mintmark.storage.sqlite.file.FrozenFile;
import java.sql.SQLException;
import java.util.List;

/** The image of the catalog: its file while it is frozen. */
final class SqliteCatalogImage extends FrozenImage implements CatalogImage {

    /** Takes {@code file} over. */
    SqliteCatalogImage(FrozenFile file) {
        super(file);
    }

    @Override
    public Position position() {
        return asked(connection ->
                new Position("", 0, CatalogState.read(connection, true).commits(), 0));
    }

    @Override
    public List<DatabaseEntry> databases(long after, int max) {
        return asked(connection -> Statements.rows(
                connection,
                row -> new DatabaseEntry(row.getLong(1), row.getString(2)),
                "SELECT number, name FROM entry WHERE made = 1 AND number > ? ORDER BY number LIMIT ?",
                after,
                max));
    }

    private <T> T asked(ConnectionUse<T> question) {
        try {
            return file.ask(question);
        } catch (SQLException e) {
            throw new StorageFailedException(
                    "The catalog of databases cannot be read (" + e.getMessage()
                            + "): look at the data directory's disk.",
                    e);
        }
    }
}
