package io.mintmark.server.storage.postgresql.write;

import io.mintmark.server.storage.document.DocumentContent;
import io.mintmark.server.storage.evaluation.Counter;
import io.mintmark.server.storage.postgresql.sql.Failures;
import io.mintmark.server.storage.postgresql.sql.SqlScript;
import io.mintmark.server.storage.row.CollectionRow;
import io.mintmark.server.storage.row.DocumentRow;
import io.mintmark.server.storage.row.GroupTable;
import io.mintmark.server.storage.row.GroupTables;
import io.mintmark.server.storage.row.LeaseRow;
import io.mintmark.server.storage.row.Tally;
import io.mintmark.server.storage.row.Ticks;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;

/**
 * Writes what a group changed: a statement for each table and kind of change, all in one round trip, rows in the order of their
 * keys. A refused batch is not among it. Used by the writer thread only.
 *
 * <p>An insert changes fewer rows than it has if another node added one at the same time. That is a conflict, as a lock is that
 * was not had.
 */
final class GroupWrite {
    private static final String ADD_COLLECTIONS = "INSERT INTO collection (database, key, number, name)"
            + " SELECT ?::bigint, added.* FROM unnest(?::text[], ?::bigint[], ?::text[]) AS added ON CONFLICT DO NOTHING";
    private static final String ADD_LEASES =
            "INSERT INTO lease (database, serial, counter, low, high, previous, node, client, reserved, returned)"
                    + " SELECT ?::bigint, added.* FROM unnest(?::bigint[], ?::text[], ?::bigint[], ?::bigint[], ?::bigint[],"
                    + " ?::text[], ?::text[], ?::bigint[], ?::bigint[]) AS added";
    private static final String CLOSE_LEASES =
            "UPDATE lease l SET returned = n.returned FROM unnest(?::bigint[], ?::bigint[]) AS n (serial, returned)"
                    + " WHERE l.database = ? AND l.serial = n.serial";
    private static final String ADD_IDENTITIES = "INSERT INTO identity (database, key, value)"
            + " SELECT ?::bigint, added.* FROM unnest(?::text[], ?::bigint[]) AS added ON CONFLICT DO NOTHING";
    private static final String MOVE_IDENTITIES =
            "UPDATE identity i SET value = n.value FROM unnest(?::text[], ?::bigint[]) AS n (key, value)"
                    + " WHERE i.database = ? AND i.key = n.key";
    private static final String ADD_ANSWERS = "INSERT INTO identity_request (database, request, value, answered)"
            + " SELECT ?::bigint, added.*, now() FROM unnest(?::text[], ?::bigint[]) AS added ON CONFLICT DO NOTHING";
    private static final String DOCUMENT_ARRAYS = "unnest(?::text[], ?::text[], ?::bigint[], ?::text[], ?::bigint[],"
            + " ?::bigint[], ?::bytea[], ?::bytea[])";
    private static final String ADD_DOCUMENTS =
            "INSERT INTO document (database, key, id, collection, node, etag, modified, metadata, body)"
                    + " SELECT ?::bigint, added.* FROM " + DOCUMENT_ARRAYS + " AS added ON CONFLICT DO NOTHING";
    private static final String REPLACE_DOCUMENTS = "UPDATE document d SET id = n.id, collection = n.collection,"
            + " node = n.node, etag = n.etag, modified = n.modified, metadata = n.metadata, body = n.body FROM "
            + DOCUMENT_ARRAYS + " AS n (key, id, collection, node, etag, modified, metadata, body)"
            + " WHERE d.database = ? AND d.key = n.key";
    private static final String REMOVE_DOCUMENTS = "DELETE FROM document WHERE database = ? AND key = ANY(?)";
    private static final String TALLY = "INSERT INTO collection_count (database, node, collection, documents, bytes)"
            + " SELECT ?::bigint, ?::text, n.* FROM unnest(?::bigint[], ?::bigint[], ?::bigint[]) AS n"
            + " ON CONFLICT (database, node, collection) DO UPDATE SET"
            + " documents = collection_count.documents + excluded.documents,"
            + " bytes = collection_count.bytes + excluded.bytes";

    private final long database;
    private final String node;
    private final GroupTables tables;

    GroupWrite(long database, String node, GroupTables tables) {
        this.database = database;
        this.node = node;
        this.tables = tables;
    }

    /** Returns whether there is anything to write. */
    boolean isNeeded() {
        return tables.isChanged();
    }

    /** Returns how many identities are new. */
    long newIdentities() {
        return select(tables.identities(), key -> !tables.identities().wasThere(key))
                .size();
    }

    /** Adds all statements but the one that ends the group. */
    void addTo(SqlScript script) {
        addCollections(script);
        addCounters(script);
        addLeases(script);
        addIdentities(script);
        addDocuments(script);
        addTallies(script);
    }

    private static SqlScript.CountReader all(int expected, String what) {
        return rows -> {
            if (rows != expected) {
                throw new SQLException(
                        "another node changed " + what + " at the same time: " + rows + " of " + expected
                                + " rows were as expected",
                        Failures.CONFLICT);
            }
        };
    }

    /** A row that the group changed, with its key. */
    private record Changed<K, V>(K key, V row) {}

    private static <K extends Comparable<K>, V> List<Changed<K, V>> select(
            GroupTable<K, V> table, Predicate<K> selected) {
        return table.changes().entrySet().stream()
                .filter(each -> each.getValue().isPresent() && selected.test(each.getKey()))
                .map(each -> new Changed<>(each.getKey(), each.getValue().get()))
                .sorted((one, other) -> one.key().compareTo(other.key()))
                .toList();
    }

    private void addCollections(SqlScript script) {
        List<Changed<String, CollectionRow>> added = select(tables.collections(), any -> true);
        if (!added.isEmpty()) {
            script.update(
                    ADD_COLLECTIONS,
                    all(added.size(), "collections"),
                    database,
                    Columns.texts(added, Changed::key),
                    Columns.numbers(added, each -> each.row().number()),
                    Columns.texts(added, each -> each.row().name()));
        }
    }

    private void addCounters(SqlScript script) {
        GroupTable<String, Counter> table = tables.counters();
        List<Counter> added = rows(select(table, key -> !table.wasThere(key)));
        List<Counter> there = rows(select(table, table::wasThere));
        List<Counter> edited = there.stream().filter(Counter::isDocumentChanged).toList();
        List<Counter> moved =
                there.stream().filter(counter -> !counter.isDocumentChanged()).toList();
        if (!added.isEmpty()) {
            script.update(CounterColumns.INSERT, all(added.size(), "counters"), CounterColumns.insert(database, added));
        }
        if (!moved.isEmpty()) {
            script.update(CounterColumns.MOVE, all(moved.size(), "counters"), CounterColumns.move(database, moved));
        }
        if (!edited.isEmpty()) {
            script.update(CounterColumns.EDIT, all(edited.size(), "counters"), CounterColumns.edit(database, edited));
        }
    }

    private static <V> List<V> rows(List<? extends Changed<?, V>> changed) {
        return changed.stream().<V>map(Changed::row).toList();
    }

    private void addLeases(SqlScript script) {
        GroupTable<Long, LeaseRow> table = tables.leases();
        List<LeaseRow> added = rows(select(table, key -> !table.wasThere(key)));
        List<LeaseRow> closed = rows(select(table, table::wasThere));
        if (!added.isEmpty()) {
            script.update(
                    ADD_LEASES,
                    database,
                    Columns.numbers(added, lease -> lease.range().serial()),
                    Columns.texts(added, LeaseRow::counter),
                    Columns.numbers(added, lease -> lease.range().low()),
                    Columns.numbers(added, lease -> lease.range().high()),
                    Columns.numbers(added, LeaseRow::previous),
                    Columns.texts(added, lease -> lease.node().text()),
                    Columns.texts(added, LeaseRow::client),
                    Columns.numbers(added, lease -> Ticks.of(lease.reserved())),
                    Columns.numbers(added, LeaseRow::returned));
        }
        if (!closed.isEmpty()) {
            // One that was forgotten meanwhile needs no note that it was returned.
            script.update(
                    CLOSE_LEASES,
                    Columns.numbers(closed, lease -> lease.range().serial()),
                    Columns.numbers(closed, LeaseRow::returned),
                    database);
        }
    }

    private void addIdentities(SqlScript script) {
        GroupTable<String, Long> table = tables.identities();
        List<Changed<String, Long>> added = select(table, key -> !table.wasThere(key));
        List<Changed<String, Long>> moved = select(table, table::wasThere);
        List<Changed<String, Long>> answers = select(tables.answers(), any -> true);
        if (!added.isEmpty()) {
            script.update(ADD_IDENTITIES, all(added.size(), "identities"), database, keys(added), numbers(added));
        }
        if (!moved.isEmpty()) {
            script.update(MOVE_IDENTITIES, all(moved.size(), "identities"), keys(moved), numbers(moved), database);
        }
        if (!answers.isEmpty()) {
            script.update(ADD_ANSWERS, all(answers.size(), "requests"), database, keys(answers), numbers(answers));
        }
    }

    private static String[] keys(List<? extends Changed<String, ?>> changed) {
        return changed.stream().map(Changed::key).toArray(String[]::new);
    }

    private static Long[] numbers(List<Changed<String, Long>> changed) {
        return Columns.numbers(changed, Changed::row);
    }

    private void addDocuments(SqlScript script) {
        GroupTable<String, DocumentRow> table = tables.documents();
        List<Changed<String, DocumentRow>> added = select(table, key -> !table.wasThere(key));
        List<Changed<String, DocumentRow>> replaced = select(table, table::wasThere);
        String[] removed = removed(table);
        if (removed.length > 0) {
            script.update(REMOVE_DOCUMENTS, all(removed.length, "documents"), database, removed);
        }
        if (!replaced.isEmpty()) {
            script.update(
                    REPLACE_DOCUMENTS, all(replaced.size(), "documents"), Columns.join(documents(replaced), database));
        }
        if (!added.isEmpty()) {
            script.update(
                    ADD_DOCUMENTS,
                    all(added.size(), "documents"),
                    Columns.join(new Object[] {database}, documents(added)));
        }
    }

    private static String[] removed(GroupTable<String, DocumentRow> table) {
        return table.changes().entrySet().stream()
                .filter(each -> each.getValue().isEmpty() && table.wasThere(each.getKey()))
                .map(Map.Entry::getKey)
                .sorted()
                .toArray(String[]::new);
    }

    private static Object[] documents(List<Changed<String, DocumentRow>> changed) {
        List<DocumentRow> rows = rows(changed);
        return new Object[] {
            keys(changed),
            Columns.texts(rows, row -> row.id().text()),
            Columns.numbers(rows, row -> row.version().collection()),
            Columns.texts(rows, row -> row.version().node()),
            Columns.numbers(rows, row -> row.version().etag()),
            Columns.numbers(rows, row -> Ticks.of(row.modified())),
            Columns.bytes(rows, row -> content(row).metadata()),
            Columns.bytes(rows, row -> content(row).body()),
        };
    }

    private static DocumentContent content(DocumentRow row) {
        return Objects.requireNonNull(row.content());
    }

    private void addTallies(SqlScript script) {
        List<Changed<Long, Tally>> tallies = select(tables.tallies(), any -> true);
        if (!tallies.isEmpty()) {
            script.update(
                    TALLY,
                    database,
                    node,
                    Columns.numbers(tallies, Changed::key),
                    Columns.numbers(tallies, each -> each.row().documents()),
                    Columns.numbers(tallies, each -> each.row().bytes()));
        }
    }
}
