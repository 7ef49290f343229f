package io.mintmark.server.storage.sqlite.write;

import io.mintmark.server.storage.row.CollectionMemory;
import io.mintmark.server.storage.row.CollectionRow;
import io.mintmark.server.storage.row.GroupTable;
import io.mintmark.server.storage.row.Tally;
import io.mintmark.server.storage.sqlite.file.Sql;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The table of collections and how many documents each has, behind a memory. Used by the writer thread only. */
final class StoredCollections {
    private final Connection connection;
    private final PreparedStatement find;
    private final PreparedStatement name;
    private final PreparedStatement add;
    private final PreparedStatement count;
    private final CollectionMemory memory = new CollectionMemory();

    StoredCollections(Connection connection) throws SQLException {
        this.connection = connection;
        find = connection.prepareStatement("SELECT number, name FROM collection WHERE key = ?");
        name = connection.prepareStatement("SELECT name FROM collection WHERE number = ?");
        add = connection.prepareStatement("INSERT INTO collection (number, key, name, documents) VALUES (?, ?, ?, 0)");
        count = connection.prepareStatement("UPDATE collection SET documents = documents + ? WHERE number = ?");
    }

    /** Returns the collection whose name has that key form, or null if there is none. */
    @Nullable CollectionRow find(String key) throws SQLException {
        CollectionRow known = memory.of(key);
        if (known != null) {
            return known;
        }
        find.setString(1, key);
        try (ResultSet row = find.executeQuery()) {
            if (!row.next()) {
                return null;
            }
            CollectionRow found = new CollectionRow(row.getLong(1), row.getString(2));
            memory.remember(key, found);
            return found;
        }
    }

    String name(long number) throws SQLException {
        String known = memory.name(number);
        if (known != null) {
            return known;
        }
        name.setLong(1, number);
        try (ResultSet row = name.executeQuery()) {
            row.next();
            String found = row.getString(1);
            memory.remember(number, found);
            return found;
        }
    }

    /** Returns the highest number of a collection, or 0. */
    long last() throws SQLException {
        return Sql.one(connection, "SELECT coalesce(max(number), 0) FROM collection");
    }

    /** Writes the collections that a group added, and the counts that it changed. */
    void write(GroupTable<String, CollectionRow> collections, GroupTable<Long, Tally> tallies) throws SQLException {
        for (Map.Entry<String, Optional<CollectionRow>> added :
                collections.changes().entrySet()) {
            CollectionRow row = added.getValue().orElseThrow();
            add.setLong(1, row.number());
            add.setString(2, added.getKey());
            add.setString(3, row.name());
            add.executeUpdate();
        }
        for (Map.Entry<Long, Optional<Tally>> changed : tallies.changes().entrySet()) {
            count(changed.getKey(), changed.getValue().orElseThrow().documents());
        }
    }

    private void count(long number, long more) throws SQLException {
        if (more != 0) {
            count.setLong(1, more);
            count.setLong(2, number);
            count.executeUpdate();
        }
    }

    /** Remembers nothing any more. */
    void forget() {
        memory.forget();
    }
}
