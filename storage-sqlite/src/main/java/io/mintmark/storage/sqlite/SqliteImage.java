package io.mintmark.storage.sqlite;

import io.mintmark.storage.StorageFailedException;
import io.mintmark.storage.sqlite.file.FrozenFile;
import io.mintmark.storage.sqlite.file.StateRow;
import java.sql.SQLException;

/** The image of a database: its file while it is frozen. */
final class SqliteImage extends FrozenImage {
    private final Position position;

    private SqliteImage(FrozenFile file, Position position) {
        super(file);
        this.position = position;
    }

    /** Takes {@code file} over. */
    static SqliteImage of(FrozenFile file, String name) {
        try {
            StateRow state = file.ask(StateRow::read);
            return new SqliteImage(
                    file, new Position(state.databaseId(), state.incarnation(), state.etag(), state.leaseSerial()));
        } catch (SQLException e) {
            file.close();
            throw new StorageFailedException("The database " + name + " cannot be read (" + e.getMessage() + ").", e);
        } catch (RuntimeException | Error e) {
            file.close();
            throw e;
        }
    }

    @Override
    public Position position() {
        return position;
    }
}
