package io.mintmark.server.storage.sql;

import io.mintmark.server.storage.index.ChangePage;
import io.mintmark.server.storage.index.IndexError;
import io.mintmark.server.storage.index.IndexProgress;
import io.mintmark.server.storage.index.IndexReads;
import io.mintmark.server.storage.index.KeptError;
import io.mintmark.server.storage.index.RowKey;
import io.mintmark.server.storage.index.RowsTooLargeException;
import io.mintmark.server.storage.row.Ticks;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The changes of a database and the tables of its indexes, as they are read beside the writers. Safe for any number of threads. */
public final class SqlIndexReads implements IndexReads {
    private static final RowKey.Kind[] KINDS = RowKey.Kind.values();

    private final QueryRunner queries;
    private final SqlFlavour flavour;
    private final ReadSql sql;
    private final EntryRows entries;

    /** Reads by {@code queries} the database {@code databaseId}, as {@code flavour} spells it. */
    public SqlIndexReads(QueryRunner queries, SqlFlavour flavour, String databaseId) {
        this.queries = queries;
        this.flavour = flavour;
        this.sql = flavour.statements();
        this.entries = new EntryRows(databaseId, flavour.remedy());
    }

    @Override
    public ChangePage after(@Nullable String position, int limit) {
        return new ChangeReads(queries, flavour, entries, limit).page(position);
    }

    @Override
    public byte[] list() {
        return queries.first(flavour.query(sql.indexList), row -> row.getBytes(1))
                .orElseGet(() -> new byte[0]);
    }

    @Override
    public IndexProgress progress(long index) {
        return queries.first(flavour.query(sql.indexProgress, index), this::progress)
                .orElse(IndexProgress.NONE);
    }

    private IndexProgress progress(ResultSet row) throws SQLException {
        return new IndexProgress(row.getLong(1), flavour.position(row, 3), row.getBoolean(2));
    }

    @Override
    public Map<RowKey, byte[]> rows(long index, Collection<RowKey> keys) {
        flavour.bytesOfIndexRows(index, keys)
                .ifPresent(bytes -> RowsTooLargeException.require(queries.number(bytes), keys.size()));
        Map<RowKey, byte[]> found = new HashMap<>();
        for (Query query : flavour.indexRows(index, keys)) {
            found.putAll(queries.read(query, rows -> rows(rows, keys.size())));
        }
        return found;
    }

    private static Map<RowKey, byte[]> rows(ResultSet rows, int keys) throws SQLException {
        Map<RowKey, byte[]> found = new HashMap<>();
        long bytes = 0;
        while (rows.next()) {
            byte[] content = rows.getBytes(3);
            bytes += content.length;
            RowsTooLargeException.require(bytes, keys);
            found.put(new RowKey(KINDS[rows.getInt(1)], rows.getString(2)), content);
        }
        return found;
    }

    @Override
    public List<RowKey> some(long index, RowKey.Kind kind, int limit) {
        return queries.all(flavour.someIndexRows(index, kind, limit), row -> new RowKey(kind, row.getString(1)));
    }

    @Override
    public List<KeptError> errors(long index) {
        return queries.all(
                flavour.query(sql.indexErrors, index),
                row -> new KeptError(
                        new IndexError(row.getString(1), row.getString(2), row.getString(3)),
                        Ticks.toInstant(row.getLong(4))));
    }
}
