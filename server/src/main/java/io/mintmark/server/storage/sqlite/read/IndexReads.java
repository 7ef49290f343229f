package io.mintmark.server.storage.sqlite.read;

import io.mintmark.server.storage.index.IndexError;
import io.mintmark.server.storage.index.IndexProgress;
import io.mintmark.server.storage.index.KeptError;
import io.mintmark.server.storage.index.RowKey;
import io.mintmark.server.storage.row.Ticks;
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

    /** Returns the list that was stored last; no bytes if there is none. */
    public static byte[] list(ReadStatements statements) throws SQLException {
        try (ResultSet row =
                statements.of("SELECT content FROM index_list WHERE one = 1").executeQuery()) {
            return row.next() ? row.getBytes(1) : new byte[0];
        }
    }

    /** Returns how far an index has come. */
    public static IndexProgress progress(ReadStatements statements, long index) throws SQLException {
        PreparedStatement statement =
                statements.of("SELECT commits, position, clearing FROM index_progress WHERE number = ?");
        statement.setLong(1, index);
        try (ResultSet row = statement.executeQuery()) {
            return row.next()
                    ? new IndexProgress(row.getLong(1), row.getString(2), row.getInt(3) == 1)
                    : IndexProgress.NONE;
        }
    }

    /** Returns the contents of those rows that are there. */
    public static Map<RowKey, byte[]> rows(ReadStatements statements, long index, Collection<RowKey> keys)
            throws SQLException {
        Map<RowKey, byte[]> found = new HashMap<>();
        PreparedStatement statement =
                statements.of("SELECT content FROM index_row WHERE number = ? AND kind = ? AND key = ?");
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
        return found;
    }

    /** Returns keys of rows of a kind, at most {@code limit}. */
    public static List<RowKey> some(ReadStatements statements, long index, RowKey.Kind kind, int limit)
            throws SQLException {
        List<RowKey> keys = new ArrayList<>();
        PreparedStatement statement =
                statements.of("SELECT kind, key FROM index_row WHERE number = ? AND kind = ? LIMIT ?");
        statement.setLong(1, index);
        statement.setInt(2, kind.ordinal());
        statement.setInt(3, limit);
        try (ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                keys.add(new RowKey(KINDS[row.getInt(1)], row.getString(2)));
            }
        }
        return keys;
    }

    /** Returns the errors of an index that are kept, the oldest first. */
    public static List<KeptError> errors(ReadStatements statements, long index) throws SQLException {
        List<KeptError> errors = new ArrayList<>();
        PreparedStatement statement = statements.of(
                "SELECT action, subject, message, moment FROM index_error WHERE number = ? ORDER BY sequence");
        statement.setLong(1, index);
        try (ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                IndexError error = new IndexError(row.getString(1), row.getString(2), row.getString(3));
                errors.add(new KeptError(error, Ticks.toInstant(row.getLong(4))));
            }
        }
        return errors;
    }
}
