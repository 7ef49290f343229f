package io.mintmark.server.storage.sqlite.read;

import io.mintmark.server.storage.index.IndexError;
import io.mintmark.server.storage.index.IndexProgress;
import io.mintmark.server.storage.index.KeptError;
import io.mintmark.server.storage.index.RowKey;
import io.mintmark.server.storage.index.RowsTooLargeException;
import io.mintmark.server.storage.row.Ticks;
import io.mintmark.server.storage.sqlite.row.KeyList;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The tables of indexes, as they are read beside the writer. */
public final class IndexReads {
    /** Keys of a kind travel as one text, because most of them lead to no row: a new document has none. */
    private static final String ROWS = "SELECT r.key, r.content FROM json_each(?1) k CROSS JOIN index_row r"
            + " ON r.number = ?2 AND r.kind = ?3 AND r.key = k.value";

    private static final String DOCUMENTS = "SELECT r.key, r.content FROM json_each(?1) k CROSS JOIN index_document r"
            + " ON r.number = ?2 AND r.key = k.value";

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
        Map<RowKey.Kind, List<String>> byKind = new EnumMap<>(RowKey.Kind.class);
        keys.forEach(key ->
                byKind.computeIfAbsent(key.kind(), any -> new ArrayList<>()).add(key.key()));
        Map<RowKey, byte[]> found = new HashMap<>();
        for (Map.Entry<RowKey.Kind, List<String>> of : byKind.entrySet()) {
            find(statements, index, of.getKey(), of.getValue(), found);
        }
        return found;
    }

    private static void find(
            ReadStatements statements, long index, RowKey.Kind kind, List<String> keys, Map<RowKey, byte[]> found)
            throws SQLException {
        boolean isDocument = kind == RowKey.Kind.DOCUMENT;
        PreparedStatement statement = statements.of(isDocument ? DOCUMENTS : ROWS);
        statement.setString(1, KeyList.of(keys));
        statement.setLong(2, index);
        if (!isDocument) {
            statement.setInt(3, kind.ordinal());
        }
        try (ResultSet row = statement.executeQuery()) {
            long bytes = 0;
            while (row.next()) {
                byte[] content = row.getBytes(2);
                bytes += content.length;
                RowsTooLargeException.require(bytes, keys.size());
                found.put(new RowKey(kind, row.getString(1)), content);
            }
        }
    }

    /** Returns keys of rows of a kind, at most {@code limit}. */
    public static List<RowKey> some(ReadStatements statements, long index, RowKey.Kind kind, int limit)
            throws SQLException {
        List<RowKey> keys = new ArrayList<>();
        PreparedStatement statement = statements.of(
                kind == RowKey.Kind.DOCUMENT
                        ? "SELECT key FROM index_document WHERE number = ?1 LIMIT ?2"
                        : "SELECT key FROM index_row WHERE number = ?1 AND kind = ?3 LIMIT ?2");
        statement.setLong(1, index);
        statement.setInt(2, limit);
        if (kind != RowKey.Kind.DOCUMENT) {
            statement.setInt(3, kind.ordinal());
        }
        try (ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                keys.add(new RowKey(kind, row.getString(1)));
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
