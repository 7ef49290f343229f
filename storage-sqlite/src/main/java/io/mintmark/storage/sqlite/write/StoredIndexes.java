package io.mintmark.storage.sqlite.write;

import io.mintmark.storage.index.IndexError;
import io.mintmark.storage.index.IndexProgress;
import io.mintmark.storage.index.IndexWrite;
import io.mintmark.storage.index.RowKey;
import io.mintmark.storage.row.DeletionRow;
import io.mintmark.storage.row.GroupIndexes;
import io.mintmark.storage.row.GroupTable;
import io.mintmark.storage.row.IndexErrorRow;
import io.mintmark.storage.row.IndexListRow;
import io.mintmark.storage.row.IndexProgressRow;
import io.mintmark.storage.row.Ticks;
import io.mintmark.storage.write.CounterName;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The tables of indexes, as the writer sees them. Used by the writer thread only.
 *
 * <p>Deletions are kept while there is an index, up to where the slowest one has read.
 */
final class StoredIndexes {
    private static final IndexListRow SOME_LIST = new IndexListRow(1, new byte[0], Set.of());

    private final WriterStatements statements;
    private final String node;
    private final WriterStatements.Kept find;
    private final WriterStatements.Kept put;
    private final WriterStatements.Kept remove;
    private final WriterStatements.Kept putDocument;
    private final WriterStatements.Kept removeDocument;
    private final WriterStatements.Kept progress;
    private final WriterStatements.Kept delete;
    private final WriterStatements.Kept prune;
    private final WriterStatements.Kept list;

    /** Writes for the only node, whose tag is {@code node}. */
    StoredIndexes(WriterStatements statements, String node) throws SQLException {
        this.statements = statements;
        this.node = node;
        find = statements.keep("SELECT commits, position, clearing FROM index_progress WHERE number = ?");
        put = statements.keep("INSERT INTO index_row (number, kind, key, content) VALUES (?, ?, ?, ?)"
                + " ON CONFLICT (number, kind, key) DO UPDATE SET content = excluded.content");
        remove = statements.keep("DELETE FROM index_row WHERE number = ? AND kind = ? AND key = ?");
        putDocument = statements.keep("INSERT INTO index_document (number, key, content) VALUES (?, ?, ?)"
                + " ON CONFLICT (number, key) DO UPDATE SET content = excluded.content");
        removeDocument = statements.keep("DELETE FROM index_document WHERE number = ? AND key = ?");
        progress =
                statements.keep("UPDATE index_progress SET commits = ?, position = ?, clearing = ? WHERE number = ?");
        delete = statements.keep("INSERT INTO deletion (etag, key, id, collection) SELECT ?, ?, ?, ?"
                + " WHERE EXISTS (SELECT 1 FROM index_progress)");
        prune = statements.keep("DELETE FROM deletion WHERE etag <= (SELECT"
                + " coalesce(min(coalesce(CAST(position AS INTEGER), 0)), 9223372036854775807) FROM index_progress)");
        list = statements.keep("SELECT 1 FROM index_list");
    }

    /** Returns how far an index has come, or null if it is not in the list. */
    @Nullable IndexProgressRow progress(long index) {
        return find.first(
                row -> new IndexProgressRow(
                        new IndexProgress(row.getLong(1), row.getString(2), row.getInt(3) == 1), node, 0),
                index);
    }

    /** Returns a list, whatever it says, or null if there is none. */
    @Nullable IndexListRow list() {
        return list.first(row -> SOME_LIST);
    }

    /**
     * Keeps what a group deleted, if there is an index that must hear of it; documents that show counters are in none.
     */
    void keep(GroupTable<Long, DeletionRow> deletions) {
        deletions.changes().forEach((etag, deleted) -> {
            DeletionRow row = deleted.orElseThrow();
            if (!CounterName.isShownBy(row.id())) {
                delete.update(etag, row.id().key(), row.id().text(), row.collection());
            }
        });
    }

    /** Writes what a group changed of indexes. */
    void write(GroupIndexes tables, Instant now) {
        tables.list().changes().values().forEach(list -> put(list.orElseThrow()));
        tables.rows().changes().forEach((name, content) -> write(name.index(), name.row(), content.orElse(null)));
        tables.forgotten()
                .changes()
                .keySet()
                .forEach(index -> statements.run("DELETE FROM index_error WHERE number = ?", index));
        tables.errors().changes().values().forEach(error -> error.ifPresent(row -> add(row, now)));
        tables.progress().changes().forEach((index, row) -> {
            IndexProgress next = row.orElseThrow().progress();
            progress.update(next.commits(), next.position(), next.clearing() ? 1 : 0, index);
        });
        prune.update();
    }

    /** Stores the list, begins to keep what its new indexes need, and forgets what was kept for those that are gone. */
    private void put(IndexListRow row) {
        statements.run(
                "INSERT INTO index_list (one, content) VALUES (1, ?1) ON CONFLICT (one) DO UPDATE SET content = ?1",
                (Object) row.content());
        String numbers = row.numbers().toString();
        for (String table : List.of("index_progress", "index_row", "index_document", "index_error")) {
            statements.run("DELETE FROM " + table + " WHERE number NOT IN (SELECT value FROM json_each(?))", numbers);
        }
        statements.run(
                "INSERT INTO index_progress (number, commits, clearing) SELECT value, 0, 0 FROM json_each(?) WHERE TRUE"
                        + " ON CONFLICT DO NOTHING",
                numbers);
    }

    private void write(long index, RowKey row, byte @Nullable [] content) {
        int kind = row.kind().ordinal();
        if (row.kind() == RowKey.Kind.DOCUMENT) {
            int ignored = content == null
                    ? removeDocument.update(index, row.key())
                    : putDocument.update(index, row.key(), content);
        } else {
            int ignored = content == null
                    ? remove.update(index, kind, row.key())
                    : put.update(index, kind, row.key(), content);
        }
    }

    private void add(IndexErrorRow row, Instant now) {
        IndexError error = row.error();
        statements.run(
                "INSERT INTO index_error (number, action, subject, message, moment) VALUES (?, ?, ?, ?, ?)",
                row.index(),
                error.action(),
                error.subject(),
                error.message(),
                Ticks.of(now));
        statements.run(
                "DELETE FROM index_error WHERE number = ?1 AND sequence <= (SELECT sequence FROM index_error WHERE number = ?1"
                        + " ORDER BY sequence DESC LIMIT 1 OFFSET ?2)",
                row.index(),
                IndexWrite.ERRORS_MAX);
    }
}
