package io.mintmark.server.storage.sqlite.write;

import io.mintmark.server.storage.document.DocumentContent;
import io.mintmark.server.storage.row.DocumentRow;
import io.mintmark.server.storage.row.GroupTable;
import io.mintmark.server.storage.row.StoredId;
import io.mintmark.server.storage.row.Ticks;
import io.mintmark.server.storage.sqlite.file.Damage;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The table of ordinary documents, as the writer sees it. Used by the writer thread only. */
final class StoredDocuments {
    /** Whether there was nothing under the key that was looked for last: where one was new, the next one usually is. */
    private boolean lastWasNew = true;

    private final PreparedStatement find;
    private final PreparedStatement content;
    private final PreparedStatement remove;
    private final PreparedStatement insert;

    StoredDocuments(Connection connection) throws SQLException {
        find = connection.prepareStatement("SELECT id, etag, node, collection, modified FROM document WHERE key = ?");
        content = connection.prepareStatement("SELECT body, metadata FROM document WHERE etag = ?");
        remove = connection.prepareStatement("DELETE FROM document WHERE etag = ?");
        insert = connection.prepareStatement(
                "INSERT INTO document (etag, key, id, collection, node, modified, metadata, body)"
                        + " VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (key) DO NOTHING");
    }

    /** Returns the document under that key without its content, or null if there is none. */
    @Nullable DocumentRow find(String key) throws SQLException {
        find.setString(1, key);
        try (ResultSet row = find.executeQuery()) {
            lastWasNew = !row.next();
            return lastWasNew ? null : read(row);
        }
    }

    private static DocumentRow read(ResultSet row) throws SQLException {
        return new DocumentRow(
                StoredId.of(row.getString(1), Damage.REMEDY),
                row.getLong(2),
                row.getString(3),
                row.getLong(4),
                Ticks.toInstant(row.getLong(5)),
                0,
                null);
    }

    DocumentContent content(DocumentRow stored) throws SQLException {
        content.setLong(1, stored.etag());
        try (ResultSet row = content.executeQuery()) {
            if (!row.next()) {
                throw Damage.ofRow("the document " + stored.id().text());
            }
            return new DocumentContent("", row.getBytes(1), row.getBytes(2));
        }
    }

    /** Adds a document if it is likely to be new, and is; returns whether it did. */
    boolean addIfLikelyNew(DocumentRow row) throws SQLException {
        lastWasNew = lastWasNew && insert(row);
        return lastWasNew;
    }

    void remove(DocumentRow row) throws SQLException {
        remove.setLong(1, row.etag());
        remove.executeUpdate();
    }

    /** Writes what a piece of work changed. */
    void write(GroupTable<String, DocumentRow> table) throws SQLException {
        for (Map.Entry<String, Optional<DocumentRow>> changed : table.changes().entrySet()) {
            if (table.wasThere(changed.getKey())) {
                remove(table.before(changed.getKey()));
            }
            if (changed.getValue().isPresent() && !insert(changed.getValue().get())) {
                throw new SQLException("a key that was not found or was removed must be free: " + changed.getKey());
            }
        }
    }

    private boolean insert(DocumentRow row) throws SQLException {
        insert.setLong(1, row.etag());
        insert.setString(2, row.id().key());
        insert.setString(3, row.id().text());
        insert.setLong(4, row.collection());
        insert.setString(5, row.node());
        insert.setLong(6, Ticks.of(row.modified()));
        insert.setBytes(7, row.written().metadata());
        insert.setBytes(8, row.written().body());
        return insert.executeUpdate() == 1;
    }
}
