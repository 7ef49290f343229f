package io.mintmark.server.storage.sqlite.catalog;

import io.mintmark.server.storage.StorageFailedException;
import io.mintmark.server.storage.sqlite.file.Damage;
import io.mintmark.server.storage.sqlite.file.Fence;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * The one row that says who owns the catalog and what must be in it; immutable.
 *
 * @param owner random, of whoever opened the catalog last
 * @param clean whether it was left in order
 * @param commits how many transactions there were
 * @param entries how many databases are listed
 */
public record CatalogState(String owner, boolean clean, long commits, long entries) {

    /** Returns the row; refuses one that is missing or, if {@code judged}, damaged. */
    public static CatalogState read(Connection connection, boolean judged) throws SQLException {
        try (PreparedStatement statement =
                        connection.prepareStatement("SELECT owner, clean, commits, entries, checksum FROM state");
                ResultSet row = statement.executeQuery()) {
            if (!row.next()) {
                throw new StorageFailedException("The catalog's own state is missing from its file. " + Damage.REMEDY);
            }
            CatalogState state =
                    new CatalogState(row.getString(1), row.getLong(2) == 1, row.getLong(3), row.getLong(4));
            if (judged && row.getLong(5) != state.checksum()) {
                throw Damage.ofRow("the catalog's own state");
            }
            return state;
        }
    }

    /** Returns the state after one more transaction, which changed the number of databases by {@code added}. */
    public CatalogState next(int added) {
        return new CatalogState(owner, clean, commits + 1, entries + added);
    }

    CatalogState openedBy(String newOwner) {
        return new CatalogState(newOwner, false, commits + 1, entries);
    }

    CatalogState closed() {
        return new CatalogState(owner, true, commits + 1, entries);
    }

    /** Stores it, no matter which server owns the catalog. */
    void write(Connection connection) throws SQLException {
        write(connection, "");
    }

    /** Stores it if its owner still owns the catalog; throws if not. */
    void writeOwned(Connection connection) throws SQLException {
        if (!write(connection, " WHERE owner = ?")) {
            throw Fence.lost();
        }
    }

    private boolean write(Connection connection, String where) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(
                "UPDATE state SET owner = ?, clean = ?, commits = ?, entries = ?, checksum = ?" + where)) {
            update.setString(1, owner);
            update.setInt(2, clean ? 1 : 0);
            update.setLong(3, commits);
            update.setLong(4, entries);
            update.setLong(5, checksum());
            if (!where.isEmpty()) {
                update.setString(6, owner);
            }
            return update.executeUpdate() == 1;
        }
    }

    private long checksum() {
        return CatalogRows.checksum(owner, clean, commits, entries);
    }
}
