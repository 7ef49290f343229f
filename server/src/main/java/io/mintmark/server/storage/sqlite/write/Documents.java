package io.mintmark.server.storage.sqlite.write;

import io.mintmark.document.DocumentId;
import io.mintmark.server.storage.document.DocumentContent;
import io.mintmark.server.storage.sqlite.row.Ticks;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The rows of ordinary documents, as the writer sees them. Used by the writer thread only. */
final class Documents {
    /**
     * What a writer must know of a document that is there already.
     *
     * @param etag its version's number, which is also its row
     * @param node tag of the node that wrote the version
     * @param collection number of its collection
     */
    record Present(long etag, String node, long collection) {}

    /** Whether the latest put found nothing to replace. */
    boolean lastWasNew = true;

    private final PreparedStatement find;
    private final PreparedStatement content;
    private final PreparedStatement remove;
    private final PreparedStatement insert;

    Documents(Connection connection) throws SQLException {
        find = connection.prepareStatement("SELECT etag, node, collection FROM document WHERE key = ?");
        content = connection.prepareStatement("SELECT metadata, body, modified FROM document WHERE etag = ?");
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

    void remove(long etag) throws SQLException {
        remove.setLong(1, etag);
        remove.executeUpdate();
    }

    /** Adds a document and returns true, or changes nothing and returns false because there is one of that id. */
    boolean insert(DocumentId id, Present version, long modifiedTicks, DocumentContent content) throws SQLException {
        insert.setLong(1, version.etag());
        insert.setString(2, id.key());
        insert.setString(3, id.text());
        insert.setLong(4, version.collection());
        insert.setString(5, version.node());
        insert.setLong(6, modifiedTicks);
        insert.setBytes(7, content.metadata());
        insert.setBytes(8, content.body());
        return insert.executeUpdate() == 1;
    }
}
