package io.mintmark.server.storage.sqlite.read;

import io.mintmark.server.storage.index.IndexProgress;
import io.mintmark.server.storage.index.RowKey;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The tables of indexes, as they are read beside the writer. */
public final class IndexReads {
    private static final RowKey.Kind[] KINDS = RowKey.Kind.values();

    private IndexReads() {}

    /** Returns how far an index has come. */
    public static IndexProgress progress(Connection connection, long index) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(
                "SELECT commits, position, clearing FROM index_progress WHERE number = ?")) {
            statement.setLong(1, index);
            try (ResultSet row = statement.executeQuery()) {
                return row.next()
                        ? new IndexProgress(row.getLong(1), row.getString(2), row.getInt(3) == 1)
                        : IndexProgress.NONE;
            }
        }
    }

    /** Returns the contents of those rows that are there. One statement serves all: to prepare it takes longer than to find a row. */
    public static Map<RowKey, byte[]> rows(Connection connection, long index, Collection<RowKey> keys)
            throws SQLException {
        Map<RowKey, byte[]> found = new HashMap<>();
        try (PreparedStatement statement = connection.prepareStatement(
                "SELECT content FROM index_row WHERE number = ? AND kind = ? AND key = ?")) {
            for (RowKey key : keys) {
                statement.setLong(1, index);
                statement.setInt(2, key.kind().ordinal());
                statement.setString(3, key.key());
                try (ResultSet row = statement.executeQuery()) {
                    if (row.next()) {
                        found.put(key, row.getBytes(1));
                    }
                }
            }
        }
        return found;
    }

    /** Returns keys of rows of a kind, at most {@code limit}. */
    public static List<RowKey> some(Connection connection, long index, RowKey.Kind kind, int limit)
            throws SQLException {
        List<RowKey> keys = new ArrayList<>();
        try (PreparedStatement statement =
                connection.prepareStatement("SELECT kind, key FROM index_row WHERE number = ? AND kind = ? LIMIT ?")) {
            statement.setLong(1, index);
            statement.setInt(2, kind.ordinal());
            statement.setInt(3, limit);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    keys.add(new RowKey(KINDS[row.getInt(1)], row.getString(2)));
                }
            }
        }
        return keys;
    }
}
