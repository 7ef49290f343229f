package io.mintmark.storage.sql;

import static java.nio.charset.StandardCharsets.UTF_8;

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

/**
 * Makes documents of the rows of documents, and of those of counters, which look like documents. Thread-safe.
 *
 * <p>Each column costs several calls into native code, its name alone as much as a search. So a row {@code e} and its
 * collection {@code c} travel in two columns: a {@linkplain EntryHead head} with the metadata behind it, and the body,
 * which alone may be large and is copied no more often than before.
 */
public final class EntryRows {
    // The places of the columns: to look for one by its name at every row takes longer than to read it.
    private static final int HEAD = 1;
    private static final int BODY = 2;
    private static final int MAX = 3;
    /** The first column behind those of a document. */
    static final int BEHIND = 3;

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
     * Returns the columns of a row; those of a counter have its {@code max} behind them.
     *
     * @param asBytes makes bytes of a text with one {@code %s} for it, where texts and bytes cannot be joined
     */
    public static String columns(String asBytes) {
        return asBytes.formatted(EntryHead.columns("c.name")) + " || e.metadata, e.body";
    }

    /** Returns the column that says of a row which version it has. */
    static String versionColumn() {
        return EntryHead.columns("''");
    }

    /** Returns the place of the row's latest write. */
    WritePosition place(ResultSet row) throws SQLException {
        EntryHead head = head(row);
        return new WritePosition(head.etag(), head.node());
    }

    private EntryHead head(ResultSet row) throws SQLException {
        return EntryHead.of(whole(row.getBytes(HEAD)));
    }

    /** No column of a row may be NULL, and joined with others each makes NULL of them all. */
    private <T> T whole(@Nullable T column) {
        if (column == null) {
            throw new StorageFailedException(
                    "A stored row lacks a part: it was damaged after it was written. " + remedy);
        }
        return column;
    }

    /** Returns the id that a column spells. */
    DocumentId id(@Nullable String text) {
        return StoredId.of(text, remedy);
    }

    /** Returns the change vector of the document that {@code asked} led to. */
    String version(DocumentId asked, ResultSet row) throws SQLException {
        EntryHead head = EntryHead.of(whole(row.getString(HEAD)).getBytes(UTF_8));
        DocumentId ignored = same(asked, head.id());
        return vector(head);
    }

    private String vector(EntryHead head) {
        return ChangeVectors.format(head.node(), head.etag(), databaseId);
    }

    /** Returns the document of a row of documents. */
    StoredDocument document(ResultSet row) throws SQLException {
        EntryHead head = head(row);
        return entry(id(head.id()), head, row.getBytes(BODY));
    }

    /** Returns the document of a row that has a {@code max}. */
    StoredDocument either(ResultSet row) throws SQLException {
        EntryHead head = head(row);
        return entry(id(head.id()), head, shown(row));
    }

    /** Returns the document of the row that {@code asked} led to. */
    StoredDocument asked(DocumentId asked, boolean isCounter, ResultSet row) throws SQLException {
        EntryHead head = head(row);
        return entry(same(asked, head.id()), head, isCounter ? shown(row) : row.getBytes(BODY));
    }

    /** The {@code max} of an ordinary document is negative. */
    private static byte[] shown(ResultSet row) throws SQLException {
        long max = row.getLong(MAX);
        byte[] members = row.getBytes(BODY);
        return max < 0 ? members : HiLoDocument.body(max, members);
    }

    private StoredDocument entry(DocumentId id, EntryHead head, byte[] body) {
        return new StoredDocument(
                id,
                new DocumentContent(head.collection(), body, head.behind()),
                vector(head),
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
