package io.mintmark.storage.sql;

import io.mintmark.document.KeyForm;
import io.mintmark.storage.DatabaseEntry;
import io.mintmark.storage.Slice;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** The databases that a catalog lists, by the key form of their names. Thread-safe. */
public final class DatabaseList {
    private final String listed;

    /**
     * Lists the rows of a table and under a condition on them: {@code listed} is the table, {@code WHERE}, and
     * {@code AND}.
     */
    public DatabaseList(String listed) {
        this.listed = "SELECT number, name FROM " + listed;
    }

    /** Returns databases in the order of their keys. */
    public List<DatabaseEntry> entries(Connection connection, Slice slice) throws SQLException {
        return Statements.rows(
                connection,
                DatabaseList::entry,
                listed + " key > ? ORDER BY key LIMIT ? OFFSET ?",
                KeyForm.of(slice.after()),
                slice.limit(),
                slice.skip());
    }

    /** Returns the database of that name. */
    public Optional<DatabaseEntry> entry(Connection connection, String name) throws SQLException {
        return Statements.row(connection, DatabaseList::entry, listed + " key = ?", KeyForm.of(name));
    }

    private static DatabaseEntry entry(ResultSet row) throws SQLException {
        return new DatabaseEntry(row.getLong(1), row.getString(2));
    }
}
