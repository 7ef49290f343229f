package io.mintmark.storage.sqlite;

import io.mintmark.storage.index.NodePositions;
import io.mintmark.storage.index.RowKey;
import io.mintmark.storage.sql.EntryRows;
import io.mintmark.storage.sql.QueryRunner;
import io.mintmark.storage.sql.ReadSql;
import io.mintmark.storage.sql.SqlFlavour;
import io.mintmark.storage.sql.SqlQuery;
import io.mintmark.storage.sqlite.file.Damage;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads of a database that has a file to itself, and one writer that numbers its writes. Stateless.
 *
 * <p>Each half of a list walks its own index, and SQLite merges the two, so a page costs what it shows.
 */
final class SqliteFlavour implements SqlFlavour {
    /** The one there is. */
    static final SqliteFlavour INSTANCE = new SqliteFlavour();

    static final String LAST_ETAG = "SELECT etag FROM state";

    private static final long CHANGE_BYTES_MAX = 1L << 22;

    private static final String COLUMNS = EntryRows.columns("%s");
    private static final String COLLECTION = " CROSS JOIN collection c ON c.number = e.collection";
    private static final String COLLECTIONS =
            "SELECT name, documents FROM collection WHERE key > ? AND documents > 0 ORDER BY key LIMIT ? OFFSET ?";

    /** The lengths stand before the bytes, so none of a document is read that does not lie in its row's first page. */
    private static final String COLLECTION_SIZES = "SELECT c.name, c.documents,"
            + " (SELECT coalesce(sum(length(d.metadata) + length(d.body)), 0) FROM document d WHERE d.collection = c.number)"
            + " FROM collection c WHERE c.key > ? AND c.documents > 0 ORDER BY c.key LIMIT ? OFFSET ?";

    /** Leases are walked by their serials, which no index of counters helps: the newest of a busy one come at once. */
    private static final String LEASES = "counter c CROSS JOIN lease l ON l.counter = c.number WHERE c.key = ? AND ";

    private static final String CUTS = "counter c CROSS JOIN lease_cut l ON l.counter = c.number WHERE c.key = ? AND ";
    private static final String HORIZONS =
            "counter c JOIN lease_horizon l ON l.counter = c.number WHERE c.key = ? AND ";

    private static final ReadSql STATEMENTS = new ReadSql(
            new ReadSql.Words(
                    "",
                    COLUMNS,
                    COLLECTION,
                    COLLECTIONS,
                    COLLECTION_SIZES,
                    LEASES,
                    CUTS,
                    HORIZONS,
                    "e.position",
                    "e.sequence"),
            SqliteFlavour::list);

    private static final String IN_STRETCH = COLLECTION + " WHERE e.etag > ? AND e.etag <= ? ORDER BY e.etag LIMIT ?";
    private static final String STORED = "SELECT " + COLUMNS + ", '' FROM document e" + IN_STRETCH;
    private static final String DELETED = "SELECT e.etag, '', e.id, c.name FROM deletion e" + IN_STRETCH;

    /** Keys of a kind travel as one text, because most of them lead to no row: a new document has none. */
    private static final String ROWS = "SELECT r.kind, r.key, r.content FROM json_each(?) k CROSS JOIN index_row r"
            + " ON r.number = ? AND r.kind = ? AND r.key = k.value";

    /** Rows about documents have a table of their own. */
    private static final String DOCUMENT_ROWS = "SELECT " + RowKey.Kind.DOCUMENT.ordinal()
            + ", r.key, r.content FROM json_each(?) k CROSS JOIN index_document r ON r.number = ? AND r.key = k.value";

    private SqliteFlavour() {}

    private static String list(String bounds, String... order) {
        return half("document", "-1 AS max") + bounds + " UNION ALL " + half("counter", "e.max") + "e.shown = TRUE AND "
                + bounds + " ORDER BY " + order[0] + " LIMIT ?";
    }

    private static String half(String table, String max) {
        return "SELECT " + COLUMNS + ", " + max + ", e.key AS key, e.etag AS etag FROM " + table + " e" + COLLECTION
                + " WHERE ";
    }

    @Override
    public ReadSql statements() {
        return STATEMENTS;
    }

    @Override
    public SqlQuery query(String sql, Object... parameters) {
        return new SqlQuery(sql, parameters);
    }

    /** Rows are read one by one, so what is not wanted any more is not read. */
    @Override
    public SqlQuery list(String sql, Object first, Object second, int limit, long bytesMax) {
        return new SqlQuery(sql, first, second, first, second, (long) limit);
    }

    @Override
    public String remedy() {
        return Damage.REMEDY;
    }

    @Override
    public NodePositions written(QueryRunner queries) {
        return NodePositions.ofOneWriter(queries.number(new SqlQuery(LAST_ETAG)));
    }

    @Override
    public long changeBytesMax() {
        return CHANGE_BYTES_MAX;
    }

    @Override
    public SqlQuery stored(Stretch stretch, int limit) {
        return new SqlQuery(STORED, stretch.after().get(0), stretch.last().get(0), (long) limit);
    }

    @Override
    public SqlQuery deleted(Stretch stretch, int limit) {
        return new SqlQuery(DELETED, stretch.after().get(0), stretch.last().get(0), (long) limit);
    }

    @Override
    public @Nullable String position(ResultSet row, int column) throws SQLException {
        return row.getString(column);
    }

    @Override
    public List<SqlQuery> indexRows(long index, Collection<RowKey> keys) {
        Map<RowKey.Kind, List<String>> byKind = new EnumMap<>(RowKey.Kind.class);
        keys.forEach(key ->
                byKind.computeIfAbsent(key.kind(), any -> new ArrayList<>()).add(key.key()));
        List<SqlQuery> queries = new ArrayList<>();
        byKind.forEach((kind, of) -> queries.add(
                kind == RowKey.Kind.DOCUMENT
                        ? new SqlQuery(DOCUMENT_ROWS, KeyList.of(of), index)
                        : new SqlQuery(ROWS, KeyList.of(of), index, (long) kind.ordinal())));
        return queries;
    }

    @Override
    public SqlQuery someIndexRows(long index, RowKey.Kind kind, int limit) {
        return kind == RowKey.Kind.DOCUMENT
                ? new SqlQuery("SELECT key FROM index_document WHERE number = ? LIMIT ?", index, (long) limit)
                : new SqlQuery(
                        "SELECT key FROM index_row WHERE number = ? AND kind = ? LIMIT ?",
                        index,
                        (long) kind.ordinal(),
                        (long) limit);
    }
}
