package io.mintmark.server.storage.sqlite.read;

import io.mintmark.server.storage.index.RowKey;
import io.mintmark.server.storage.sql.IndexSql;
import io.mintmark.server.storage.sql.Query;
import io.mintmark.server.storage.sqlite.row.KeyList;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Rows of indexes, of which those about documents have a table of their own. Stateless. */
final class SqliteIndexSql implements IndexSql {
    static final SqliteIndexSql INSTANCE = new SqliteIndexSql();

    /** Keys of a kind travel as one text, because most of them lead to no row: a new document has none. */
    private static final String ROWS = "SELECT r.kind, r.key, r.content FROM json_each(?) k CROSS JOIN index_row r"
            + " ON r.number = ? AND r.kind = ? AND r.key = k.value";

    private static final String DOCUMENTS = "SELECT " + RowKey.Kind.DOCUMENT.ordinal()
            + ", r.key, r.content FROM json_each(?) k CROSS JOIN index_document r ON r.number = ? AND r.key = k.value";

    private SqliteIndexSql() {}

    @Override
    public @Nullable String position(ResultSet row, int column) throws SQLException {
        return row.getString(column);
    }

    @Override
    public List<Query> rows(long index, Collection<RowKey> keys) {
        Map<RowKey.Kind, List<String>> byKind = new EnumMap<>(RowKey.Kind.class);
        keys.forEach(key ->
                byKind.computeIfAbsent(key.kind(), any -> new ArrayList<>()).add(key.key()));
        List<Query> queries = new ArrayList<>();
        byKind.forEach((kind, of) -> queries.add(
                kind == RowKey.Kind.DOCUMENT
                        ? new Query(DOCUMENTS, KeyList.of(of), index)
                        : new Query(ROWS, KeyList.of(of), index, (long) kind.ordinal())));
        return queries;
    }

    @Override
    public Query some(long index, RowKey.Kind kind, int limit) {
        return kind == RowKey.Kind.DOCUMENT
                ? new Query("SELECT key FROM index_document WHERE number = ? LIMIT ?", index, (long) limit)
                : new Query(
                        "SELECT key FROM index_row WHERE number = ? AND kind = ? LIMIT ?",
                        index,
                        (long) kind.ordinal(),
                        (long) limit);
    }
}
