package io.mintmark.server.storage.sqlite.write;

import io.mintmark.document.KeyForm;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;

/**
 * The collections of a database and how many documents each has. Used by the writer thread only.
 *
 * <p>Numbers and names of collections are remembered; counts stay in memory until the commit, which writes each once.
 */
final class CollectionTable {
    private static final int REMEMBERED_MAX = 1_000;

    private final PreparedStatement find;
    private final PreparedStatement name;
    private final PreparedStatement add;
    private final PreparedStatement count;
    private final Map<String, Long> numbers = new HashMap<>();
    private final Map<Long, String> names = new HashMap<>();
    /** By how much counts changed since the last mark, and in this transaction before that. */
    private final Map<Long, Integer> fresh = new HashMap<>();

    private final Map<Long, Integer> settled = new HashMap<>();

    CollectionTable(Connection connection) throws SQLException {
        find = connection.prepareStatement("SELECT number FROM collection WHERE key = ?");
        name = connection.prepareStatement("SELECT name FROM collection WHERE number = ?");
        add = connection.prepareStatement(
                "INSERT INTO collection (key, name, documents) VALUES (?, ?, 0) RETURNING number");
        count = connection.prepareStatement("UPDATE collection SET documents = documents + ? WHERE number = ?");
    }

    /** Returns the number of the collection of that name, which is new if need be. */
    long number(String collection) throws SQLException {
        Long known = numbers.get(collection);
        if (known != null) {
            return known;
        }
        if (numbers.size() >= REMEMBERED_MAX) {
            numbers.clear();
        }
        long number = findOrAdd(collection);
        numbers.put(collection, number);
        return number;
    }

    private long findOrAdd(String collection) throws SQLException {
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
        String known = names.get(number);
        if (known != null) {
            return known;
        }
        if (names.size() >= REMEMBERED_MAX) {
            names.clear();
        }
        String found = findName(number);
        names.put(number, found);
        return found;
    }

    private String findName(long number) throws SQLException {
        name.setLong(1, number);
        try (ResultSet row = name.executeQuery()) {
            row.next();
            return row.getString(1);
        }
    }

    void count(long number, int change) {
        Integer ignored = fresh.merge(number, change, Integer::sum);
    }

    /** From here on {@link #undo} goes back to the present state. */
    void mark() {
        fresh.forEach((number, change) -> settled.merge(number, change, Integer::sum));
        fresh.clear();
    }

    /** Forgets what came after the mark; the rows themselves were undone by the savepoint. */
    void undo() {
        fresh.clear();
        numbers.clear();
        names.clear();
    }

    /** Writes the counts that changed in this transaction. */
    void flush() throws SQLException {
        mark();
        for (Map.Entry<Long, Integer> changed : settled.entrySet()) {
            count.setInt(1, changed.getValue());
            count.setLong(2, changed.getKey());
            count.executeUpdate();
        }
        settled.clear();
    }
}
