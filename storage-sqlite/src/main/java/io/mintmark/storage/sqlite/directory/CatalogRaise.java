package io.mintmark.storage.sqlite.directory;

import io.mintmark.counter.Reservation;
import io.mintmark.storage.Setting;
import io.mintmark.storage.sql.Statements;
import io.mintmark.storage.write.LeastRaise;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * Moves up what belongs to no database, after the directory was put back: where new databases begin, how far deleted
 * ones had come, and the numbers by which clients compare settings.
 */
final class CatalogRaise {
    private static final String UP = "max(highest_end, min(highest_end + ?, " + Reservation.CEILING_JS_SAFE + "))";

    private CatalogRaise() {}

    /** Raises by {@code by} in the transaction that is open; returns the catalog's life from now on. */
    static CatalogLife run(Connection connection, long by) throws SQLException {
        CatalogLife raised = CatalogLife.read(connection).raised(by);
        raised.write(connection);
        Statements.execute(connection, "UPDATE former_counter SET highest_end = " + UP, by);
        Statements.execute(connection, "UPDATE former_name SET highest_end = " + UP, by);
        // Databases whose names the copy does not know may have come as far.
        Statements.execute(connection, "INSERT INTO former_name VALUES ('', 0, ?, 0) ON CONFLICT DO NOTHING", by);
        settings(connection, by);
        return raised;
    }

    /** Names are read first: a row that is changed while its table is read may be met again. */
    private static void settings(Connection connection, long by) throws SQLException {
        List<String> names = Statements.rows(connection, row -> row.getString(1), "SELECT name FROM setting");
        for (String name : names) {
            Setting setting = CatalogSettings.stored(connection, name)
                    .orElseThrow(() -> new SQLException("the setting " + name + " is gone from its table"));
            long etag = LeastRaise.up(setting.etag(), by);
            Statements.execute(
                    connection,
                    "UPDATE setting SET etag = ?, checksum = ? WHERE name = ?",
                    etag,
                    CatalogRows.checksum(name, etag, setting.value()),
                    name);
        }
    }
}
