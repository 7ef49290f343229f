package io.mintmark.storage.sql;

import io.mintmark.document.DocumentId;
import io.mintmark.storage.StorageFailedException;
import io.mintmark.storage.document.ChangeVectors;
import io.mintmark.storage.document.DocumentContent;
import io.mintmark.storage.document.StoredDocument;
import io.mintmark.storage.row.StoredId;
import io.mintmark.storage.row.Ticks;
import io.mintmark.storage.write.HiLoDocument;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Makes documents of the rows of documents, and of those of counters, which look like documents. Thread-safe. */
public final class EntryRows {
    /** Each column may cost several calls into native code, and three of them fit into one. */
    static final String HEAD_COLUMN = "e.etag || ' ' || e.modified || ' ' || e.node";

    /**
     * The columns of a row {@code e} and of its collection {@code c}; those of a counter have its {@code max} behind
     * them.
     */
    public static final String COLUMNS = "e.id, " + HEAD_COLUMN + ", c.name, e.metadata, e.body";

    // The places of the columns: to look for one by its name at every row takes longer than to read it.
    private static final int ID = 1;
    private static final int HEAD = 2;
    private static final int COLLECTION = 3;
    private static final int METADATA = 4;
    private static final int BODY = 5;
    private static final int MAX = 6;
    /** The first column behind those of a document. */
    static final int BEHIND = 6;

    private final String databaseId;
    private final String remedy;

    /**
     * Reads rows of the database {@code databaseId}.
     *
     * @param remedy what an operator of the engine does about damage
     */
    EntryRows(String databaseId, String remedy) {
        this.databaseId = databaseId;
        this.remedy = remedy;
    }

    /**
     * The second column.
     *
     * @param etag of its latest write
     * @param modified when that was, as {@link Ticks}
     * @param node who wrote
     */
    private record Head(long etag, long modified, String node) {
        static Head of(ResultSet row) throws SQLException {
            String text = row.getString(HEAD);
            int first = text.indexOf(' ');
            int second = text.indexOf(' ', first + 1);
            return new Head(
                    Long.parseLong(text, 0, first, 10),
                    Long.parseLong(text, first + 1, second, 10),
                    text.substring(second + 1));
        }

        String vector(String databaseId) {
            return ChangeVectors.format(node, etag, databaseId);
        }
    }

    /** Returns the place of the row's latest write. */
    static WritePosition place(ResultSet row) throws SQLException {
        Head head = Head.of(row);
        return new WritePosition(head.etag(), head.node());
    }

    /** Returns the id that a column spells. */
    DocumentId id(@Nullable String text) {
        return StoredId.of(text, remedy);
    }

    /** Returns the change vector of the document that {@code asked} led to. */
    String version(DocumentId asked, ResultSet row) throws SQLException {
        DocumentId ignored = same(asked, row.getString(ID));
        return Head.of(row).vector(databaseId);
    }

    /** Returns the document of a row of documents. */
    StoredDocument document(ResultSet row) throws SQLException {
        return entry(id(row.getString(ID)), row, row.getBytes(BODY));
    }

    /** Returns the document of a row that has a {@code max}. */
    StoredDocument either(ResultSet row) throws SQLException {
        return entry(id(row.getString(ID)), row, shown(row));
    }

    /** Returns the document of the row that {@code asked} led to. */
    StoredDocument asked(DocumentId asked, boolean isCounter, ResultSet row) throws SQLException {
        return entry(same(asked, row.getString(ID)), row, isCounter ? shown(row) : row.getBytes(BODY));
    }

    /** The {@code max} of an ordinary document is negative. */
    private static byte[] shown(ResultSet row) throws SQLException {
        long max = row.getLong(MAX);
        byte[] members = row.getBytes(BODY);
        return max < 0 ? members : HiLoDocument.body(max, members);
    }

    private StoredDocument entry(DocumentId id, ResultSet row, byte[] body) throws SQLException {
        Head head = Head.of(row);
        return new StoredDocument(
                id,
                new DocumentContent(row.getString(COLLECTION), body, row.getBytes(METADATA)),
                head.vector(databaseId),
                head.etag(),
                Ticks.toInstant(head.modified()));
    }

    /** Returns the id in the spelling of {@code found}, which mostly is the one that was asked for. */
    private DocumentId same(DocumentId asked, String found) {
        if (asked.text().equals(found)) {
            return asked;
        }
        DocumentId stored = id(found);
        if (!stored.equals(asked)) {
            // A bit that flipped in an index leads to another document, which must not be shown under this one's name.
            throw new StorageFailedException("The index leads from " + asked.text() + " to " + stored.text()
                    + ": it was damaged after it was written. " + remedy);
        }
        return stored;
    }
}
