package io.mintmark.storage.sqlite.write;

import io.mintmark.storage.sql.Statements;
import io.mintmark.storage.sqlite.file.RowChecksum;
import io.mintmark.storage.sqlite.file.Schema;
import io.mintmark.storage.sqlite.file.StateRow;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/**
 * The tables of one database, by version: the second one gave rows their checksums, the third one brought indexes, the
 * fourth one gave them the rows that they have now, the fifth one let those begin anew whose keys have another form,
 * and brought the growth of numbers, the sixth one brought answers to requests with a key, and the seventh one what is
 * known of the holders of numbers.
 */
public final class DatabaseLayout {
    /** The versions. */
    public static final Schema SCHEMA = new Schema(
            "database",
            new Schema.Step("database-1.sql"),
            new Schema.Step("database-2.sql", DatabaseLayout::fillChecksums),
            new Schema.Step("database-3.sql"),
            new Schema.Step("database-4.sql"),
            new Schema.Step("database-5.sql"),
            new Schema.Step("database-6.sql"),
            new Schema.Step("database-7.sql"));

    private DatabaseLayout() {}

    /** Gives rows of a layout without checksums theirs, as they are found. */
    private static void fillChecksums(Connection connection) throws SQLException {
        fillCounters(connection);
        fillPairs(connection, "identity", "key");
        fillPairs(connection, "identity_request", "request");
        if (Statements.number(connection, "SELECT 1 FROM state").isPresent()) {
            StateRow.readUnchecked(connection).write(connection);
        }
    }

    private static void fillCounters(Connection connection) throws SQLException {
        CounterRow rows = new CounterRow();
        try (PreparedStatement update = connection.prepareStatement(CounterRow.UPDATE)) {
            Statements.each(
                    connection,
                    row -> {
                        rows.bindUpdate(update, rows.readUnchecked(row));
                        update.executeUpdate();
                    },
                    CounterRow.SELECT);
        }
    }

    private static void fillPairs(Connection connection, String table, String key) throws SQLException {
        RowChecksum checksum = new RowChecksum();
        try (PreparedStatement update =
                connection.prepareStatement("UPDATE " + table + " SET checksum = ? WHERE " + key + " = ?")) {
            Statements.each(
                    connection,
                    row -> {
                        update.setLong(1, checksum.ofPair(row.getString(1), row.getLong(2)));
                        update.setString(2, row.getString(1));
                        update.executeUpdate();
                    },
                    "SELECT " + key + ", value FROM " + table);
        }
    }
}
