package io.mintmark.storage.postgresql.sql;

import io.mintmark.storage.index.IndexProgress;
import io.mintmark.storage.index.IndexWrite;
import io.mintmark.storage.row.GroupIndexes;
import io.mintmark.storage.row.IndexErrorRow;
import io.mintmark.storage.row.IndexListRow;
import io.mintmark.storage.row.IndexProgressRow;
import io.mintmark.storage.row.IndexRowName;
import io.mintmark.storage.row.Ticks;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Writes what a group changed of indexes. Used by the writer thread only.
 *
 * <p>The list comes first: what is forgotten for an index that is gone is not added again by a commit of it, whose row
 * is missing then.
 */
public final class IndexTableWrite {
    private static final String ADD_LIST =
            "INSERT INTO index_list (database, version, content) VALUES (?, ?, ?::bytea) ON CONFLICT DO NOTHING";
    private static final String REPLACE_LIST =
            "UPDATE index_list SET version = ?, content = ?::bytea WHERE database = ? AND version = ?";
    private static final String BEGIN =
            "INSERT INTO index_progress (database, number, commits, nodes, etags, clearing, moment)"
                    + " SELECT ?::bigint, n, 0, '{}', '{}', FALSE, 0 FROM unnest(?::bigint[]) AS n ON CONFLICT DO NOTHING";
    private static final String PUT = "INSERT INTO index_row (database, number, kind, key, content)"
            + " SELECT ?::bigint, n.* FROM unnest(?::bigint[], ?::bigint[], ?::text[], ?::bytea[]) AS n"
            + " ON CONFLICT (database, number, kind, key) DO UPDATE SET content = excluded.content";
    private static final String REMOVE = "DELETE FROM index_row r USING unnest(?::bigint[], ?::bigint[], ?::text[])"
            + " AS n (number, kind, key) WHERE r.database = ? AND r.number = n.number AND r.kind = n.kind AND r.key = n.key";
    private static final String PROGRESS = "UPDATE index_progress SET commits = ?, nodes = ?, etags = ?, clearing = ?,"
            + " moment = ?, failure = NULL WHERE database = ? AND number = ? AND commits = ? AND node = ? AND epoch = ?";
    private static final String ADD_ERRORS =
            "INSERT INTO index_error (database, number, commits, part, action, subject, message, moment)"
                    + " SELECT ?::bigint, n.*, ?::bigint"
                    + " FROM unnest(?::bigint[], ?::bigint[], ?::bigint[], ?::text[], ?::text[], ?::text[]) AS n";
    private static final String TRIM_ERRORS = "DELETE FROM index_error WHERE database = ? AND number = ?"
            + " AND (commits, part) <= (SELECT commits, part FROM index_error WHERE database = ? AND number = ?"
            + " ORDER BY commits DESC, part DESC LIMIT 1 OFFSET " + IndexWrite.ERRORS_MAX + ")";
    private static final String FORGET_ERRORS = "DELETE FROM index_error WHERE database = ? AND number = ANY(?)";

    private final long database;
    private final GroupIndexes tables;

    public IndexTableWrite(long database, GroupIndexes tables) {
        this.database = database;
        this.tables = tables;
    }

    /** Adds all of it. */
    void addTo(SqlScript script, Instant now) {
        if (!tables.isChanged()) {
            return;
        }
        Optional<IndexListRow> list = tables.list().changes().getOrDefault(GroupIndexes.LIST, Optional.empty());
        list.ifPresent(row -> addList(script, row));
        addRows(script);
        addErrors(script, now);
        tables.progress()
                .changes()
                .forEach((index, row) -> row.ifPresent(next -> addProgress(script, index, next, now)));
    }

    private void addList(SqlScript script, IndexListRow row) {
        SqlScript.CountReader one = GroupWrite.all(1, "the list of indexes");
        if (tables.list().wasThere(GroupIndexes.LIST)) {
            script.update(REPLACE_LIST, one, row.version(), row.content(), database, row.version() - 1);
        } else {
            script.update(ADD_LIST, one, database, row.version(), row.content());
        }
        Long[] numbers = new TreeSet<>(row.numbers()).toArray(Long[]::new);
        script.update(BEGIN, database, numbers);
        for (String table : List.of("index_progress", "index_row", "index_error")) {
            script.update("DELETE FROM " + table + " WHERE database = ? AND number <> ALL(?)", database, numbers);
        }
    }

    private void addRows(SqlScript script) {
        List<IndexRowName> put = new ArrayList<>();
        List<byte[]> contents = new ArrayList<>();
        List<IndexRowName> removed = new ArrayList<>();
        tables.rows().changes().forEach((name, content) -> {
            (content.isPresent() ? put : removed).add(name);
            content.ifPresent(contents::add);
        });
        if (!put.isEmpty()) {
            script.update(PUT, database, numbers(put), kinds(put), keys(put), contents.toArray(byte[][]::new));
        }
        if (!removed.isEmpty()) {
            script.update(REMOVE, numbers(removed), kinds(removed), keys(removed), database);
        }
    }

    private static Long[] numbers(List<IndexRowName> rows) {
        return Columns.numbers(rows, IndexRowName::index);
    }

    private static Long[] kinds(List<IndexRowName> rows) {
        return Columns.numbers(rows, name -> (long) name.row().kind().ordinal());
    }

    private static String[] keys(List<IndexRowName> rows) {
        return Columns.texts(rows, name -> name.row().key());
    }

    private void addErrors(SqlScript script, Instant now) {
        if (!tables.forgotten().changes().isEmpty()) {
            Long[] indexes = tables.forgotten().changes().keySet().toArray(Long[]::new);
            script.update(FORGET_ERRORS, database, indexes);
        }
        List<IndexErrorRow> added = tables.errors().changes().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .flatMap(each -> each.getValue().stream())
                .toList();
        if (added.isEmpty()) {
            return;
        }
        script.update(
                ADD_ERRORS,
                database,
                Ticks.of(now),
                Columns.numbers(added, IndexErrorRow::index),
                Columns.numbers(added, IndexErrorRow::commits),
                Columns.numbers(added, IndexErrorRow::part),
                Columns.texts(added, row -> row.error().action()),
                Columns.texts(added, row -> row.error().subject()),
                Columns.texts(added, row -> row.error().message()));
        added.stream()
                .map(IndexErrorRow::index)
                .distinct()
                .forEach(index -> script.update(TRIM_ERRORS, database, index, database, index));
    }

    private void addProgress(SqlScript script, long index, IndexProgressRow row, Instant now) {
        IndexProgress next = row.progress();
        IndexProgressRow before = tables.progress().before(index);
        script.update(
                PROGRESS,
                GroupWrite.all(1, "the progress of an index"),
                next.commits(),
                IndexColumns.nodes(next.position()),
                IndexColumns.etags(next.position()),
                next.clearing(),
                Ticks.of(now),
                database,
                index,
                before.progress().commits(),
                String.valueOf(before.node()),
                before.epoch());
    }
}
