package io.mintmark.server.storage.sqlite;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** Gives rows of a layout without checksums their checksums, as they are found. */
final class Checksums {
    private Checksums() {}

    static void fillDatabase(Connection connection) throws SQLException {
        fillCounters(connection);
        fillPairs(connection, "identity", "key");
        fillPairs(connection, "identity_request", "request");
        try (PreparedStatement any = connection.prepareStatement("SELECT 1 FROM state");
                ResultSet row = any.executeQuery()) {
            if (!row.next()) {
                return;
            }
        }
        StateRow.readUnchecked(connection).write(connection);
    }

    private static void fillCounters(Connection connection) throws SQLException {
        CounterRow rows = new CounterRow();
        try (PreparedStatement all = connection.prepareStatement(CounterRow.SELECT);
                PreparedStatement update = connection.prepareStatement(CounterRow.UPDATE);
                ResultSet row = all.executeQuery()) {
            while (row.next()) {
                rows.bindUpdate(update, rows.readUnchecked(row));
                update.executeUpdate();
            }
        }
    }

    private static void fillPairs(Connection connection, String table, String key) throws SQLException {
        RowChecksum checksum = new RowChecksum();
        try (PreparedStatement all = connection.prepareStatement("SELECT " + key + ", value FROM " + table);
                PreparedStatement update =
                        connection.prepareStatement("UPDATE " + table + " SET checksum = ? WHERE " + key + " = ?");
                ResultSet row = all.executeQuery()) {
            while (row.next()) {
                update.setLong(1, Identities.checksum(checksum, row.getString(1), row.getLong(2)));
                update.setString(2, row.getString(1));
                update.executeUpdate();
            }
        }
    }

    static void fillCatalog(Connection connection) throws SQLException {
        CatalogRows.fillChecksums(connection);
    }
}
