package io.mintmark.storage.postgresql.sql;

import io.mintmark.storage.lease.LeaseKind;
import io.mintmark.storage.row.Counter;
import io.mintmark.storage.row.GroupTable;
import io.mintmark.storage.row.GroupTables;
import io.mintmark.storage.row.LeaseRow;
import io.mintmark.storage.row.Ticks;
import io.mintmark.storage.write.CutLog;
import java.util.List;

/** Writes the counters, leases, identities and answers that a group changed. Used by the writer thread only. */
public final class CounterWrite {
    private static final String ADD_LEASES =
            "INSERT INTO lease (database, serial, counter, low, high, previous, node, client, reserved, principal, kind,"
                    + " passed, returned, ended) SELECT ?::bigint, added.* FROM unnest(?::bigint[], ?::text[], ?::bigint[],"
                    + " ?::bigint[], ?::bigint[], ?::text[], ?::text[], ?::bigint[], ?::text[], ?::bigint[], ?::bigint[],"
                    + " ?::bigint[], ?::bigint[]) AS added";
    private static final String CLOSE_LEASES =
            "UPDATE lease l SET returned = n.returned, kind = n.kind, ended = n.ended FROM"
                    + " unnest(?::bigint[], ?::bigint[], ?::bigint[], ?::bigint[]) AS n (serial, returned, kind, ended)"
                    + " WHERE l.database = ? AND l.serial = n.serial";
    private static final String ADD_CUTS =
            "INSERT INTO lease_cut (database, node, place, counter, low, high, first, last, content) SELECT ?::bigint,"
                    + " ?::text, (coalesce((SELECT max(place) FROM lease_cut WHERE database = ? AND node = ?), 0)"
                    + " + sum(octet_length(content) + " + CutLog.ROW_BYTES
                    + ") OVER (ORDER BY rank))::bigint, counter, low,"
                    + " high, first, last, content FROM unnest(?::text[], ?::bigint[], ?::bigint[], ?::bigint[], ?::bigint[],"
                    + " ?::bytea[]) WITH ORDINALITY AS added (counter, low, high, first, last, content, rank)";
    private static final String ADD_IDENTITIES = "INSERT INTO identity (database, key, value)"
            + " SELECT ?::bigint, added.* FROM unnest(?::text[], ?::bigint[]) AS added ON CONFLICT DO NOTHING";
    private static final String MOVE_IDENTITIES =
            "UPDATE identity i SET value = n.value FROM unnest(?::text[], ?::bigint[]) AS n (key, value)"
                    + " WHERE i.database = ? AND i.key = n.key";
    private static final String ADD_ANSWERS = "INSERT INTO identity_request (database, request, value, answered)"
            + " SELECT ?::bigint, added.*, " + StoreAge.SQL
            + " FROM unnest(?::text[], ?::bigint[]) AS added ON CONFLICT DO NOTHING";

    private static final String ADD_KEYED = "INSERT INTO keyed_answer (database, key, answer, answered)"
            + " SELECT ?::bigint, added.*, " + StoreAge.SQL
            + " FROM unnest(?::text[], ?::text[]) AS added ON CONFLICT DO NOTHING";

    private final long database;
    private final String node;
    private final GroupTables tables;

    /** Writes for {@code node}, its tag. */
    public CounterWrite(long database, String node, GroupTables tables) {
        this.database = database;
        this.node = node;
        this.tables = tables;
    }

    void addCounters(SqlScript script) {
        GroupTable<String, Counter> table = tables.counters();
        List<Counter> added = ChangedRows.added(table).rows();
        List<Counter> there = ChangedRows.replaced(table).rows();
        List<Counter> edited = there.stream().filter(Counter::isDocumentChanged).toList();
        List<Counter> moved =
                there.stream().filter(counter -> !counter.isDocumentChanged()).toList();
        if (!added.isEmpty()) {
            add(script, CounterColumns.INSERT, added, CounterColumns.insert(database, added));
        }
        if (!moved.isEmpty()) {
            add(script, CounterColumns.MOVE, moved, CounterColumns.move(database, moved));
        }
        if (!edited.isEmpty()) {
            add(script, CounterColumns.EDIT, edited, CounterColumns.edit(database, edited));
        }
    }

    private static void add(SqlScript script, String sql, List<Counter> counters, Object[] columns) {
        script.update(sql, GroupWrite.all(counters.size(), "counters"), columns);
    }

    void addLeases(SqlScript script) {
        List<LeaseRow> added = ChangedRows.added(tables.leases()).rows();
        List<LeaseRow> closed = ChangedRows.replaced(tables.leases()).rows();
        if (!added.isEmpty()) {
            script.update(
                    ADD_LEASES,
                    database,
                    Columns.numbers(added, row -> row.lease().serial()),
                    Columns.texts(added, LeaseRow::counter),
                    Columns.numbers(added, row -> row.lease().low()),
                    Columns.numbers(added, row -> row.lease().high()),
                    Columns.numbers(added, LeaseRow::previous),
                    Columns.texts(added, row -> row.lease().node().text()),
                    Columns.texts(added, row -> row.record().holder().client()),
                    Columns.numbers(added, row -> Ticks.of(row.lease().reservedAt())),
                    Columns.texts(added, row -> row.record().holder().principal()),
                    Columns.numbers(added, row -> LeaseKind.code(row.record().kind())),
                    Columns.numbers(
                            added,
                            row -> row.record().passed() == 0
                                    ? null
                                    : row.record().passed()),
                    Columns.numbers(added, LeaseRow::returned),
                    Columns.numbers(added, row -> Ticks.ofNullable(row.ended())));
        }
        if (!closed.isEmpty()) {
            // One that was forgotten meanwhile needs no note that it was returned.
            script.update(
                    CLOSE_LEASES,
                    Columns.numbers(closed, row -> row.lease().serial()),
                    Columns.numbers(closed, LeaseRow::returned),
                    Columns.numbers(closed, row -> LeaseKind.code(row.record().kind())),
                    Columns.numbers(closed, row -> Ticks.ofNullable(row.ended())),
                    database);
        }
    }

    void addCuts(SqlScript script) {
        List<CutLog.Chunk> added = ChangedRows.added(tables.cuts()).rows();
        if (!added.isEmpty()) {
            script.update(
                    ADD_CUTS,
                    database,
                    node,
                    database,
                    node,
                    Columns.texts(added, chunk -> chunk.counter().key()),
                    Columns.numbers(added, CutLog.Chunk::low),
                    Columns.numbers(added, CutLog.Chunk::high),
                    Columns.numbers(added, chunk -> Ticks.of(chunk.first())),
                    Columns.numbers(added, chunk -> Ticks.of(chunk.last())),
                    Columns.bytes(added, CutLog.Chunk::content));
        }
    }

    void addIdentities(SqlScript script) {
        ChangedRows<String, Long> added = ChangedRows.added(tables.identities());
        ChangedRows<String, Long> moved = ChangedRows.replaced(tables.identities());
        ChangedRows<String, Long> answers = ChangedRows.added(tables.answers());
        if (!added.isEmpty()) {
            script.update(
                    ADD_IDENTITIES,
                    GroupWrite.all(added.size(), "identities"),
                    Columns.join(new Object[] {database}, columns(added)));
        }
        if (!moved.isEmpty()) {
            script.update(
                    MOVE_IDENTITIES,
                    GroupWrite.all(moved.size(), "identities"),
                    Columns.join(columns(moved), database));
        }
        if (!answers.isEmpty()) {
            script.update(
                    ADD_ANSWERS,
                    GroupWrite.all(answers.size(), "answers"),
                    Columns.join(new Object[] {database}, columns(answers)));
        }
    }

    void addKeyed(SqlScript script) {
        ChangedRows<String, String> added = ChangedRows.added(tables.keyed());
        if (!added.isEmpty()) {
            script.update(
                    ADD_KEYED,
                    GroupWrite.all(added.size(), "answers to keys"),
                    database,
                    added.keys().toArray(String[]::new),
                    added.rows().toArray(String[]::new));
        }
    }

    private static Object[] columns(ChangedRows<String, Long> numbers) {
        return new Object[] {
            numbers.keys().toArray(String[]::new), numbers.rows().toArray(Long[]::new)
        };
    }

    /** How many rows are new that a lane counts. */
    public record Added(long identities, long answers, long keyed) {}

    Added added() {
        return new Added(
                ChangedRows.added(tables.identities()).size(),
                ChangedRows.added(tables.answers()).size(),
                ChangedRows.added(tables.keyed()).size());
    }
}
