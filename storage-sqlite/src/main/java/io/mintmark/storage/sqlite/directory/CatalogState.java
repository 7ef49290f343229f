package io.mintmark.storage.sqlite.directory;

import io.mintmark.storage.StorageFailedException;
import io.mintmark.storage.sql.Statements;
import io.mintmark.storage.sqlite.file.Damage;
import io.mintmark.storage.sqlite.file.FencedOut;
import java.sql.Connection;
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
    private static final String UPDATE =
            "UPDATE state SET owner = ?, clean = ?, commits = ?, entries = ?, checksum = ?";

    /** Returns the row; refuses one that is missing or, if {@code judged}, damaged. */
    public static CatalogState read(Connection connection, boolean judged) throws SQLException {
        return Statements.row(
                        connection,
                        row -> read(row, judged),
                        "SELECT owner, clean, commits, entries, checksum FROM state")
                .orElseThrow(() -> new StorageFailedException(
                        "The catalog's own state is missing from its file. " + Damage.REMEDY));
    }

    private static CatalogState read(ResultSet row, boolean judged) throws SQLException {
        CatalogState state = new CatalogState(row.getString(1), row.getLong(2) == 1, row.getLong(3), row.getLong(4));
        if (judged && row.getLong(5) != state.checksum()) {
            throw Damage.ofRow("the catalog's own state");
        }
        return state;
    }

    /** Returns the state after one more transaction, which changed the number of databases by {@code added}. */
    CatalogState next(int added) {
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
        int ignored = Statements.execute(connection, UPDATE, owner, clean ? 1 : 0, commits, entries, checksum());
    }

    /** Stores it if its owner still owns the catalog; throws if not. */
    void writeOwned(Connection connection) throws SQLException {
        int rows = Statements.execute(
                connection, UPDATE + " WHERE owner = ?", owner, clean ? 1 : 0, commits, entries, checksum(), owner);
        if (rows != 1) {
            throw FencedOut.failure();
        }
    }

    private long checksum() {
        return CatalogRows.checksum(owner, clean, commits, entries);
    }
}
