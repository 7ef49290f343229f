package io.mintmark.server.storage.sqlite.read;

import io.mintmark.document.DocumentId;
import io.mintmark.server.storage.document.StoredDocument;
import io.mintmark.server.storage.index.ChangePage;
import io.mintmark.server.storage.index.ChangedDocument;
import io.mintmark.server.storage.row.StoredId;
import io.mintmark.server.storage.sqlite.file.Damage;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One page of changes: documents that were stored and documents that were deleted, in the order of their etags.
 *
 * <p>The newest etag is read first. Whatever is changed between that and the reads of documents has a higher etag, and is found on a
 * later page; so several statements see together what one would see.
 */
final class ChangeReads {
    /** A page stops after this many bytes of documents. */
    private static final long BYTES_MAX = 1L << 22;

    private static final String STORED = EntrySql.DOCUMENT + "d.etag > ?1 AND d.etag <= ?2 ORDER BY d.etag LIMIT ?3";
    private static final String DELETED = "SELECT t.etag, t.id, c.name FROM deletion t CROSS JOIN collection c"
            + " ON c.number = t.collection WHERE t.etag > ?1 AND t.etag <= ?2 ORDER BY t.etag LIMIT ?3";

    /** Reads a row of a list. */
    @FunctionalInterface
    interface Rows {
        StoredDocument read(ResultSet row) throws SQLException;
    }

    /** A change at its place. */
    private record Placed(long etag, ChangedDocument change) {}

    private final ReadStatements statements;
    private final Rows rows;
    private final int limit;
    private final List<Placed> found = new ArrayList<>();
    private final long after;
    /** What is after it is left to the next page. */
    private long until;

    private ChangeReads(ReadStatements statements, Rows rows, long after, long newest, int limit) {
        this.statements = statements;
        this.rows = rows;
        this.after = after;
        this.until = newest;
        this.limit = limit;
    }

    /** Returns the changes after {@code position} and up to the etag {@code newest}, which was committed before this call. */
    static ChangePage page(ReadStatements statements, Rows rows, @Nullable String position, long newest, int limit)
            throws SQLException {
        long after = position == null ? 0 : Long.parseLong(position);
        return newest <= after
                ? new ChangePage(List.of(), position, false)
                : new ChangeReads(statements, rows, after, newest, limit).read(newest);
    }

    private ChangePage read(long newest) throws SQLException {
        readStored();
        readDeleted();
        List<ChangedDocument> changes = found.stream()
                .filter(placed -> placed.etag() <= until)
                .sorted(Comparator.comparingLong(Placed::etag))
                .map(Placed::change)
                .toList();
        return new ChangePage(changes, Long.toString(until), until < newest);
    }

    private void readStored() throws SQLException {
        long bytes = 0;
        int count = 0;
        try (ResultSet row = bound(STORED).executeQuery()) {
            while (row.next()) {
                StoredDocument document = rows.read(row);
                found.add(new Placed(
                        document.etag(),
                        new ChangedDocument(document.id(), document.content().collection(), document)));
                bytes += document.content().body().length;
                if (++count == limit || bytes >= BYTES_MAX) {
                    until = document.etag();
                    break;
                }
            }
        }
    }

    private void readDeleted() throws SQLException {
        int count = 0;
        try (ResultSet row = bound(DELETED).executeQuery()) {
            while (row.next()) {
                DocumentId id = StoredId.of(row.getString(2), Damage.REMEDY);
                found.add(new Placed(row.getLong(1), new ChangedDocument(id, row.getString(3), null)));
                if (++count == limit) {
                    until = row.getLong(1);
                }
            }
        }
    }

    private PreparedStatement bound(String sql) throws SQLException {
        PreparedStatement statement = statements.of(sql);
        statement.setLong(1, after);
        statement.setLong(2, until);
        statement.setInt(3, limit);
        return statement;
    }
}
