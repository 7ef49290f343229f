package io.mintmark.server.storage.sqlite.write;

import io.mintmark.document.DocumentId;
import io.mintmark.document.KeyForm;
import io.mintmark.server.storage.document.DocumentContent;
import io.mintmark.server.storage.evaluation.DocumentRows.Present;
import io.mintmark.server.storage.index.ArtificialMetadata;
import io.mintmark.server.storage.row.Ticks;
import io.mintmark.server.storage.sqlite.row.KeyList;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The rows of ordinary documents, as the writer sees them. Used by the writer thread only. */
final class DocumentTable {
    /** Whether the latest put found nothing to replace: where one was new, the next one usually is. */
    private boolean lastWasNew = true;

    private final PreparedStatement find;
    private final PreparedStatement content;
    private final PreparedStatement foreign;
    private final PreparedStatement remove;
    private final PreparedStatement insert;

    DocumentTable(Connection connection) throws SQLException {
        find = connection.prepareStatement("SELECT etag, node, collection FROM document WHERE key = ?");
        content = connection.prepareStatement("SELECT metadata, body, modified FROM document WHERE etag = ?");
        foreign =
                connection.prepareStatement("SELECT d.key FROM json_each(?1) k CROSS JOIN document d ON d.key = k.value"
                        + " WHERE substr(d.metadata, ?2) <> ?3"
                        + " OR d.collection IS NOT (SELECT number FROM collection WHERE key = ?4)");
        remove = connection.prepareStatement("DELETE FROM document WHERE etag = ?");
        insert = connection.prepareStatement(
                "INSERT INTO document (etag, key, id, collection, node, modified, metadata, body)"
                        + " VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (key) DO NOTHING");
    }

    @Nullable Present find(DocumentId id) throws SQLException {
        find.setString(1, id.key());
        try (ResultSet row = find.executeQuery()) {
            return row.next() ? new Present(row.getLong(1), row.getString(2), row.getLong(3)) : null;
        }
    }

    /** Returns when a version was written if it has this content, or null if it has another. */
    @Nullable Instant sameSince(long etag, DocumentContent wanted) throws SQLException {
        content.setLong(1, etag);
        try (ResultSet row = content.executeQuery()) {
            if (!row.next()) {
                return null;
            }
            DocumentContent stored = new DocumentContent(wanted.collection(), row.getBytes(2), row.getBytes(1));
            return stored.isSameAs(wanted) ? Ticks.toInstant(row.getLong(3)) : null;
        }
    }

    /** Returns the keys of those of {@code ids} under which there is a document that no index wrote into that collection. */
    Set<String> foreign(String collection, List<DocumentId> ids) throws SQLException {
        byte[] artificial = ArtificialMetadata.end();
        foreign.setString(1, KeyList.of(ids.stream().map(DocumentId::key).toList()));
        foreign.setInt(2, -artificial.length);
        foreign.setBytes(3, artificial);
        foreign.setString(4, KeyForm.of(collection));
        Set<String> keys = new HashSet<>();
        try (ResultSet row = foreign.executeQuery()) {
            while (row.next()) {
                keys.add(row.getString(1));
            }
        }
        return keys;
    }

    void remove(Present present) throws SQLException {
        remove.setLong(1, present.etag());
        remove.executeUpdate();
    }

    /** Adds a document if it is likely to be new, and is; returns whether it did. */
    boolean addIfLikelyNew(DocumentId id, Present version, Instant modified, DocumentContent content)
            throws SQLException {
        return lastWasNew && insert(id, version, modified, content);
    }

    /** Adds a document that was not found. */
    void add(DocumentId id, Present version, Instant modified, DocumentContent content) throws SQLException {
        insertWhereFree(id, version, modified, content);
        lastWasNew = true;
    }

    /** Stores a document in the place of another version. */
    void replace(DocumentId id, Present present, Present version, Instant modified, DocumentContent content)
            throws SQLException {
        remove(present);
        insertWhereFree(id, version, modified, content);
        lastWasNew = false;
    }

    private void insertWhereFree(DocumentId id, Present version, Instant modified, DocumentContent content)
            throws SQLException {
        if (!insert(id, version, modified, content)) {
            throw new SQLException("a key that was not found or was removed must be free: " + id.text());
        }
    }

    private boolean insert(DocumentId id, Present version, Instant modified, DocumentContent content)
            throws SQLException {
        insert.setLong(1, version.etag());
        insert.setString(2, id.key());
        insert.setString(3, id.text());
        insert.setLong(4, version.collection());
        insert.setString(5, version.node());
        insert.setLong(6, Ticks.of(modified));
        insert.setBytes(7, content.metadata());
        insert.setBytes(8, content.body());
        return insert.executeUpdate() == 1;
    }
}
