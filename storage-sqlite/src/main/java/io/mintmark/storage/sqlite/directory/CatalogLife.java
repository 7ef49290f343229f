package io.mintmark.storage.sqlite.directory;

import io.mintmark.storage.StorageFailedException;
import io.mintmark.storage.sql.Statements;
import io.mintmark.storage.sqlite.file.Damage;
import io.mintmark.storage.sqlite.file.RowChecksum;
import io.mintmark.storage.write.LeastRaise;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * The one row that tells a catalog from others and from older copies of itself; immutable.
 *
 * @param id random, given when the catalog was opened first
 * @param incarnation 1, and one more for each time that a restored copy was raised
 * @param firstMax where counters, identities, versions and leases of databases begin that are created from now on, and
 *     versions of settings
 */
public record CatalogLife(String id, long incarnation, long firstMax) {
    /** Returns the row; refuses one that is missing or damaged. */
    static CatalogLife read(Connection connection) throws SQLException {
        return Statements.row(connection, CatalogLife::read, "SELECT id, incarnation, first_max, checksum FROM life")
                .orElseThrow(() -> new StorageFailedException(
                        "What tells the catalog from others is missing from its file. " + Damage.REMEDY));
    }

    private static CatalogLife read(ResultSet row) throws SQLException {
        CatalogLife life = new CatalogLife(row.getString(1), row.getLong(2), row.getLong(3));
        if (row.getLong(4) != life.checksum()) {
            throw Damage.ofRow("what tells the catalog from others");
        }
        return life;
    }

    /** Stores the row of a catalog that had none, with its checksum. */
    static void begin(Connection connection) throws SQLException {
        new CatalogLife("", 1, 0).write(connection);
    }

    /** Returns the same life under a name, where it has none yet. */
    CatalogLife named(String newId) {
        return id.isEmpty() ? new CatalogLife(newId, incarnation, firstMax) : this;
    }

    /** Returns the life of a restored copy whose numbers were raised. */
    CatalogLife raised(long by) {
        return new CatalogLife(id, incarnation + 1, LeastRaise.up(firstMax, by));
    }

    void write(Connection connection) throws SQLException {
        int rows = Statements.execute(
                connection,
                "UPDATE life SET id = ?, incarnation = ?, first_max = ?, checksum = ?",
                id,
                incarnation,
                firstMax,
                checksum());
        if (rows != 1) {
            throw new SQLException("the table life must have one row, but has " + rows);
        }
    }

    private long checksum() {
        return new RowChecksum().begin().add(id).add(incarnation).add(firstMax).value();
    }
}
