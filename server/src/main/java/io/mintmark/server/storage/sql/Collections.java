package io.mintmark.server.storage.sql;

import io.mintmark.document.KeyForm;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** The collections of a database and how many documents each has. Used by the writer thread only. */
final class Collections {
    private final PreparedStatement find;
    private final PreparedStatement name;
    private final PreparedStatement add;
    private final PreparedStatement count;

    Collections(Connection connection) throws SQLException {
        find = connection.prepareStatement("SELECT number FROM collection WHERE key = ?");
        name = connection.prepareStatement("SELECT name FROM collection WHERE number = ?");
        add = connection.prepareStatement(
                "INSERT INTO collection (key, name, documents) VALUES (?, ?, 0) RETURNING number");
        count = connection.prepareStatement("UPDATE collection SET documents = documents + ? WHERE number = ?");
    }

    /** Returns the number of the collection of that name, which is new if need be. */
    long number(String collection) throws SQLException {
        String key = KeyForm.of(collection);
        find.setString(1, key);
        try (ResultSet row = find.executeQuery()) {
            if (row.next()) {
                return row.getLong(1);
            }
        }
        add.setString(1, key);
        add.setString(2, collection);
        try (ResultSet row = add.executeQuery()) {
            row.next();
            return row.getLong(1);
        }
    }

    String name(long number) throws SQLException {
        name.setLong(1, number);
        try (ResultSet row = name.executeQuery()) {
            row.next();
            return row.getString(1);
        }
    }

    void count(long number, int change) throws SQLException {
        count.setInt(1, change);
        count.setLong(2, number);
        count.executeUpdate();
    }
}
