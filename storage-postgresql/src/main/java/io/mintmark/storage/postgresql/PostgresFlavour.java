package io.mintmark.storage.postgresql;

import io.mintmark.storage.index.NodePositions;
import io.mintmark.storage.index.RowKey;
import io.mintmark.storage.postgresql.claim.Claim;
import io.mintmark.storage.postgresql.sql.CounterColumns;
import io.mintmark.storage.postgresql.sql.IndexColumns;
import io.mintmark.storage.sql.EntryRows;
import io.mintmark.storage.sql.QueryRunner;
import io.mintmark.storage.sql.ReadSql;
import io.mintmark.storage.sql.SqlFlavour;
import io.mintmark.storage.sql.SqlQuery;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads of one of the databases whose rows share tables, and whose writes each node numbers on its own.
 *
 * <p>Each half of a list walks its own index. Rows beyond the bytes of a page are dropped before their bodies are read,
 * since the driver has all rows in memory before the first one is seen.
 *
 * @param database its number
 */
record PostgresFlavour(long database) implements SqlFlavour {
    private static final int PAGE_ROWS_MAX = 1_024;
    private static final long CHANGE_BYTES_MAX = 1L << 20;

    /** So few rows are read without a look at their sizes. */
    private static final int ROWS_UNMEASURED = 4;

    private static final String COLUMNS = EntryRows.columns("convert_to(%s, 'UTF8')");
    private static final String COLLECTION =
            " JOIN collection c ON c.database = e.database AND c.number = e.collection";

    /** Bytes are added up with every write. */
    private static final String COLLECTIONS =
            "SELECT c.name, sum(n.documents), sum(n.bytes) FROM collection c JOIN collection_count n"
                    + " ON n.database = c.database AND n.collection = c.number WHERE c.database = ? AND c.key > ?"
                    + " GROUP BY c.key, c.name HAVING sum(n.documents) > 0 ORDER BY c.key LIMIT ? OFFSET ?";

    private static final ReadSql STATEMENTS = new ReadSql(
            new ReadSql.Words(
                    "e.database = ? AND ",
                    COLUMNS,
                    COLLECTION,
                    COLLECTIONS,
                    COLLECTIONS,
                    "lease l WHERE l.database = ? AND l.counter = ? AND ",
                    "lease_cut l WHERE l.database = ? AND l.counter = ? AND ",
                    "lease_horizon l WHERE l.database = ? AND l.counter = ? AND ",
                    "e.nodes, e.etags",
                    "e.commits, e.part"),
            PostgresFlavour::list);

    private static final String LANES =
            "SELECT node, etag FROM node_state WHERE database = ? AND lane = 'documents' AND etag > 0";
    private static final String LANE = "unnest(?::text[], ?::bigint[], ?::bigint[]) AS lane (node, after, last)";
    private static final String IN_LANE =
            "WHERE d.database = ? AND d.etag > lane.after AND d.etag <= lane.last AND d.node = lane.node"
                    + " ORDER BY d.etag LIMIT ?";
    private static final String STORED = "SELECT " + COLUMNS + ", e.node FROM ("
            + sized(
                    "SELECT d.* FROM " + LANE + " CROSS JOIN LATERAL (SELECT * FROM document d " + IN_LANE
                            + ") d ORDER BY d.etag, d.node LIMIT ?",
                    "etag, node")
            + ") e" + COLLECTION + " WHERE e.before < ? ORDER BY e.etag, e.node";
    private static final String DELETED = "SELECT e.etag, e.node, e.id, c.name FROM " + LANE
            + " CROSS JOIN LATERAL (SELECT * FROM deletion d " + IN_LANE + ") e" + COLLECTION
            + " ORDER BY e.etag, e.node LIMIT ?";
    private static final String AGAIN =
            "SELECT " + COLUMNS + " FROM document e" + COLLECTION + " WHERE e.database = ? AND e.key = ANY(?)";

    private static final String ASKED = " FROM index_row r"
            + " JOIN unnest(?::bigint[], ?::text[]) AS n (kind, key) ON r.kind = n.kind AND r.key = n.key"
            + " WHERE r.database = ? AND r.number = ?";
    private static final String ROWS = "SELECT r.kind, r.key, r.content" + ASKED;
    private static final String BYTES = "SELECT coalesce(sum(octet_length(r.content)), 0)" + ASKED;
    private static final String SOME =
            "SELECT key FROM index_row WHERE database = ? AND number = ? AND kind = ? LIMIT ?";

    private static String list(String bounds, String... order) {
        String all = String.join(", ", order);
        String part = bounds + " ORDER BY " + all + " LIMIT ?";
        String both = "(" + half("document", "-1::bigint AS max") + part + ") UNION ALL (" + half("counter", "max")
                + "shown AND " + part + ") ORDER BY " + all + " LIMIT ?";
        return "SELECT " + COLUMNS + ", e.max FROM (" + sized(both, all) + ") e" + COLLECTION
                + " WHERE e.before < ? ORDER BY e." + String.join(", e.", order);
    }

    private static String half(String table, String max) {
        return "SELECT database, key, id, etag, node, modified, collection, metadata, body, " + max + " FROM " + table
                + " e WHERE database = ? AND ";
    }

    /** Returns {@code rows}, each with how many bytes there are in the order before it. */
    private static String sized(String rows, String order) {
        return "SELECT e.*, coalesce(sum(octet_length(metadata) + octet_length(body)) OVER (ORDER BY " + order
                + " ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS before FROM (" + rows + ") e";
    }

    @Override
    public ReadSql statements() {
        return STATEMENTS;
    }

    @Override
    public SqlQuery query(String sql, Object... parameters) {
        return new SqlQuery(
                sql, Stream.concat(Stream.of(database), Stream.of(parameters)).toArray());
    }

    @Override
    public OptionalLong claim(long serial) {
        return OptionalLong.of(Claim.epochOf(serial));
    }

    @Override
    public SqlQuery list(String sql, Object first, Object second, int limit, long bytesMax) {
        long rows = limit;
        return new SqlQuery(sql, database, first, second, rows, database, first, second, rows, rows, bytesMax);
    }

    @Override
    public int pageMax() {
        return PAGE_ROWS_MAX;
    }

    @Override
    public String remedy() {
        return CounterColumns.REMEDY;
    }

    @Override
    public NodePositions written(QueryRunner queries) {
        Map<String, Long> written = new HashMap<>();
        queries.all(new SqlQuery(LANES, database), row -> written.put(row.getString(1), row.getLong(2)));
        return NodePositions.of(written);
    }

    @Override
    public long changeBytesMax() {
        return CHANGE_BYTES_MAX;
    }

    @Override
    public SqlQuery stored(Stretch stretch, int limit) {
        return inLanes(STORED, stretch, (long) limit, (long) limit, CHANGE_BYTES_MAX);
    }

    @Override
    public SqlQuery deleted(Stretch stretch, int limit) {
        return inLanes(DELETED, stretch, (long) limit, (long) limit);
    }

    private SqlQuery inLanes(String sql, Stretch stretch, Object... limits) {
        Stream<Object> lanes = Stream.of(
                stretch.nodes().toArray(String[]::new),
                stretch.after().toArray(Long[]::new),
                stretch.last().toArray(Long[]::new),
                database);
        return new SqlQuery(sql, Stream.concat(lanes, Stream.of(limits)).toArray());
    }

    @Override
    public Optional<SqlQuery> storedAgain(List<String> keys) {
        return Optional.of(new SqlQuery(AGAIN, database, keys.toArray(String[]::new)));
    }

    @Override
    public @Nullable String position(ResultSet row, int column) throws SQLException {
        return IndexColumns.positions(row.getArray(column), row.getArray(column + 1))
                .text();
    }

    @Override
    public List<SqlQuery> indexRows(long index, Collection<RowKey> keys) {
        return keys.isEmpty() ? List.of() : List.of(asked(ROWS, index, keys));
    }

    @Override
    public Optional<SqlQuery> bytesOfIndexRows(long index, Collection<RowKey> keys) {
        return keys.size() > ROWS_UNMEASURED ? Optional.of(asked(BYTES, index, keys)) : Optional.empty();
    }

    private SqlQuery asked(String sql, long index, Collection<RowKey> keys) {
        return new SqlQuery(
                sql,
                keys.stream().map(key -> (long) key.kind().ordinal()).toArray(Long[]::new),
                keys.stream().map(RowKey::key).toArray(String[]::new),
                database,
                index);
    }

    @Override
    public SqlQuery someIndexRows(long index, RowKey.Kind kind, int limit) {
        return new SqlQuery(SOME, database, index, (long) kind.ordinal(), (long) limit);
    }
}
