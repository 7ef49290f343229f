package io.mintmark.storage.postgresql.sql;

import io.mintmark.storage.row.CollectionRow;
import io.mintmark.storage.row.DeletionRow;
import io.mintmark.storage.row.DocumentRow;
import io.mintmark.storage.row.GroupTables;
import io.mintmark.storage.row.Tally;
import io.mintmark.storage.row.Ticks;
import java.util.List;

/**
 * Writes the documents that a group changed, their collections, and how many this node added. Used by the writer thread
 * only.
 */
public final class DocumentWrite {
    private static final String ADD_COLLECTIONS = "INSERT INTO collection (database, key, number, name)"
            + " SELECT ?::bigint, added.* FROM unnest(?::text[], ?::bigint[], ?::text[]) AS added ON CONFLICT DO NOTHING";
    private static final String ARRAYS = "unnest(?::text[], ?::text[], ?::bigint[], ?::text[], ?::bigint[],"
            + " ?::bigint[], ?::bytea[], ?::bytea[])";
    private static final String ADD =
            "INSERT INTO document (database, key, id, collection, node, etag, modified, metadata, body)"
                    + " SELECT ?::bigint, added.* FROM " + ARRAYS + " AS added";
    private static final String REPLACE = "UPDATE document d SET id = n.id, collection = n.collection, node = n.node,"
            + " etag = n.etag, modified = n.modified, metadata = n.metadata, body = n.body FROM " + ARRAYS
            + " AS n (key, id, collection, node, etag, modified, metadata, body) WHERE d.database = ? AND d.key = n.key";
    private static final String REMOVE = "DELETE FROM document WHERE database = ? AND key = ANY(?)";
    private static final String TALLY = "INSERT INTO collection_count (database, node, collection, documents, bytes)"
            + " SELECT ?::bigint, ?::text, n.* FROM unnest(?::bigint[], ?::bigint[], ?::bigint[]) AS n"
            + " ON CONFLICT (database, node, collection) DO UPDATE SET"
            + " documents = collection_count.documents + excluded.documents,"
            + " bytes = collection_count.bytes + excluded.bytes";

    private static final String DELETED = "INSERT INTO deletion (database, node, deleted, etag, id, collection, home)"
            + " SELECT ?::bigint, ?::text, " + StoreAge.SQL
            + ", n.* FROM unnest(?::bigint[], ?::text[], ?::bigint[], ?::text[]) AS n";

    /** Another node that brings the same one meets its row. */
    private static final String BROUGHT =
            "INSERT INTO brought (database, version) SELECT ?::bigint, n.* FROM unnest(?::text[]) AS n";

    private static final String CONFIRMED = "DELETE FROM brought WHERE database = ? AND version = ANY(?)";

    private final long database;
    private final String node;
    private final GroupTables tables;

    public DocumentWrite(long database, String node, GroupTables tables) {
        this.database = database;
        this.node = node;
        this.tables = tables;
    }

    /** Adds what comes before any row that names a collection. */
    void addCollections(SqlScript script) {
        ChangedRows<String, CollectionRow> added = ChangedRows.added(tables.collections());
        if (!added.isEmpty()) {
            script.update(
                    ADD_COLLECTIONS,
                    GroupWrite.all(added.size(), "collections"),
                    database,
                    added.keys().toArray(String[]::new),
                    Columns.numbers(added.rows(), CollectionRow::number),
                    Columns.texts(added.rows(), CollectionRow::name));
        }
    }

    void addChanged(SqlScript script) {
        List<String> removed = ChangedRows.removed(tables.documents());
        if (!removed.isEmpty()) {
            script.update(
                    REMOVE, GroupWrite.all(removed.size(), "documents"), database, removed.toArray(String[]::new));
        }
        ChangedRows<String, DocumentRow> replaced = ChangedRows.replaced(tables.documents());
        if (!replaced.isEmpty()) {
            script.update(
                    REPLACE,
                    GroupWrite.all(replaced.size(), "documents"),
                    Columns.join(columns(replaced.rows()), database));
        }
    }

    /** Adds new documents; a key that is there fails the transaction. */
    void addNew(SqlScript script) {
        insert(script, ChangedRows.added(tables.documents()).rows());
    }

    /** Adds these new documents; any thread may ask. */
    public void insert(SqlScript script, List<DocumentRow> added) {
        if (!added.isEmpty()) {
            script.update(ADD, Columns.join(new Object[] {database}, columns(added)));
        }
    }

    private static Object[] columns(List<DocumentRow> rows) {
        return new Object[] {
            Columns.texts(rows, row -> row.id().key()),
            Columns.texts(rows, row -> row.id().text()),
            Columns.numbers(rows, row -> row.collection()),
            Columns.texts(rows, row -> row.node()),
            Columns.numbers(rows, row -> row.etag()),
            Columns.numbers(rows, row -> Ticks.of(row.modified())),
            Columns.bytes(rows, row -> row.written().metadata()),
            Columns.bytes(rows, row -> row.written().body()),
        };
    }

    /** Adds what other nodes tell those who watch there: a deletion leaves no row of its own, and a document that
     * comes home one below what was read. */
    void addDeletions(SqlScript script) {
        ChangedRows<Long, DeletionRow> deletions = ChangedRows.added(tables.deletions());
        if (!deletions.isEmpty()) {
            script.update(
                    DELETED,
                    database,
                    node,
                    deletions.keys().toArray(Long[]::new),
                    Columns.texts(deletions.rows(), row -> row.id().text()),
                    Columns.numbers(deletions.rows(), DeletionRow::collection),
                    Columns.texts(deletions.rows(), DeletionRow::home));
        }
    }

    /** Adds which versions came home, and forgets those that are confirmed. */
    void addBrought(SqlScript script) {
        List<String> confirmed = ChangedRows.removed(tables.brought());
        if (!confirmed.isEmpty()) {
            script.update(CONFIRMED, database, confirmed.toArray(String[]::new));
        }
        ChangedRows<String, Boolean> brought = ChangedRows.added(tables.brought());
        if (!brought.isEmpty()) {
            script.update(BROUGHT, database, brought.keys().toArray(String[]::new));
        }
    }

    void addTallies(SqlScript script) {
        ChangedRows<Long, Tally> tallies = ChangedRows.added(tables.tallies());
        if (!tallies.isEmpty()) {
            script.update(
                    TALLY,
                    database,
                    node,
                    tallies.keys().toArray(Long[]::new),
                    Columns.numbers(tallies.rows(), Tally::documents),
                    Columns.numbers(tallies.rows(), Tally::bytes));
        }
    }
}
