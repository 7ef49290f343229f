package io.mintmark.storage.sqlite.write;

import io.mintmark.storage.document.DocumentContent;
import io.mintmark.storage.row.DocumentRow;
import io.mintmark.storage.row.GroupTable;
import io.mintmark.storage.row.StoredId;
import io.mintmark.storage.row.Ticks;
import io.mintmark.storage.sqlite.file.Damage;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** The table of ordinary documents, as the writer sees it. Used by the writer thread only. */
final class StoredDocuments {
    /** Whether there was nothing under the key that was looked for last: where one was new, the next one usually is. */
    private boolean lastWasNew = true;

    private final WriterStatements statements;
    private final WriterStatements.Kept find;
    private final WriterStatements.Kept content;
    private final WriterStatements.Kept remove;
    private final WriterStatements.Kept insert;

    StoredDocuments(WriterStatements statements) throws SQLException {
        this.statements = statements;
        find = statements.keep("SELECT id, etag, node, collection, modified FROM document WHERE key = ?");
        content = statements.keep("SELECT body, metadata FROM document WHERE etag = ?");
        remove = statements.keep("DELETE FROM document WHERE etag = ?");
        insert = statements.keep("INSERT INTO document (etag, key, id, collection, node, modified, metadata, body)"
                + " VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (key) DO NOTHING");
    }

    /** Returns the document under that key without its content, or null if there is none. */
    @Nullable DocumentRow find(String key) {
        DocumentRow found = find.first(StoredDocuments::read, key);
        lastWasNew = found == null;
        return found;
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

    DocumentContent content(DocumentRow stored) {
        DocumentContent found =
                content.first(row -> new DocumentContent("", row.getBytes(1), row.getBytes(2)), stored.etag());
        if (found == null) {
            throw Damage.ofRow("the document " + stored.id().text());
        }
        return found;
    }

    /** Adds a document if it is likely to be new, and is; returns whether it did. */
    boolean addIfLikelyNew(DocumentRow row) {
        lastWasNew = lastWasNew && insert(row);
        return lastWasNew;
    }

    void remove(DocumentRow row) {
        remove.update(row.etag());
    }

    /** Writes what a piece of work changed. */
    void write(GroupTable<String, DocumentRow> table) {
        table.changes().forEach((key, changed) -> {
            if (table.wasThere(key)) {
                remove(table.before(key));
            }
            if (changed.isPresent() && !insert(changed.get())) {
                throw statements.failed("a key that was not found or was removed must be free: " + key);
            }
        });
    }

    private boolean insert(DocumentRow row) {
        int added = insert.update(
                row.etag(),
                row.id().key(),
                row.id().text(),
                row.collection(),
                row.node(),
                Ticks.of(row.modified()),
                row.written().metadata(),
                row.written().body());
        return added == 1;
    }
}
