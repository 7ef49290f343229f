package io.mintmark.server.storage.postgresql.read;

import io.mintmark.server.storage.sql.ChangeSql;
import io.mintmark.server.storage.sql.EntryRows;
import io.mintmark.server.storage.sql.IndexSql;
import io.mintmark.server.storage.sql.ListOrder;
import io.mintmark.server.storage.sql.Query;
import io.mintmark.server.storage.sql.ReadSql;
import io.mintmark.server.storage.sql.SqlFlavour;
import java.util.function.Function;

/**
 * Reads of one of the databases whose rows share tables.
 *
 * <p>Each half of a list walks its own index. Rows beyond the bytes of a page are dropped before their bodies are read, since the
 * driver has all rows in memory before the first one is seen.
 *
 * @param database its number
 */
public record PostgresFlavour(long database) implements SqlFlavour {
    /** Joins a row {@code e} with its collection. */
    static final String COLLECTION = " JOIN collection c ON c.database = e.database AND c.number = e.collection";

    private static final ReadSql STATEMENTS =
            new ReadSql("e.database = ? AND ", COLLECTION, "e.nodes, e.etags", "e.commits, e.part");
    private static final Function<ListOrder, String> LISTS = ListOrder.composed(PostgresFlavour::statement);

    private static final String COLLECTIONS =
            "SELECT c.name, sum(n.documents), sum(n.bytes) FROM collection c JOIN collection_count n"
                    + " ON n.database = c.database AND n.collection = c.number WHERE c.database = ? AND c.key > ?"
                    + " GROUP BY c.key, c.name HAVING sum(n.documents) > 0 ORDER BY c.key LIMIT ? OFFSET ?";

    private static final int PAGE_ROWS_MAX = 1_024;

    private static String statement(ListOrder order) {
        String sorted = " ORDER BY " + order.ofSeveralWriters();
        String part = order.bounds() + sorted + " LIMIT ?";
        String both = "(" + half("document", "-1::bigint AS max", "") + part + ") UNION ALL ("
                + half("counter", "max", "shown AND ") + part + ")" + sorted + " LIMIT ?";
        return "SELECT " + EntryRows.COLUMNS + ", e.max FROM (" + sized(both, order.ofSeveralWriters()) + ") e"
                + COLLECTION + " WHERE e.before < ? ORDER BY e."
                + order.ofSeveralWriters().replace(", ", ", e.");
    }

    private static String half(String table, String max, String condition) {
        return "SELECT database, key, id, etag, node, modified, collection, metadata, body, " + max + " FROM " + table
                + " e WHERE database = ? AND " + condition;
    }

    /** Returns {@code rows}, each with how many bytes there are in the order before it. */
    static String sized(String rows, String order) {
        return "SELECT e.*, coalesce(sum(octet_length(metadata) + octet_length(body)) OVER (ORDER BY " + order
                + " ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS before FROM (" + rows + ") e";
    }

    @Override
    public ReadSql statements() {
        return STATEMENTS;
    }

    @Override
    public Query query(String sql, Object... parameters) {
        Object[] all = new Object[parameters.length + 1];
        all[0] = database;
        System.arraycopy(parameters, 0, all, 1, parameters.length);
        return new Query(sql, all);
    }

    @Override
    public Query list(ListOrder.Part part, int limit, long bytesMax) {
        long rows = limit;
        return new Query(
                LISTS.apply(part.order()),
                database,
                part.first(),
                part.second(),
                rows,
                database,
                part.first(),
                part.second(),
                rows,
                rows,
                bytesMax);
    }

    @Override
    public int pageMax() {
        return PAGE_ROWS_MAX;
    }

    @Override
    public String collections() {
        return COLLECTIONS;
    }

    /** They are added up with every write. */
    @Override
    public String collectionSizes() {
        return COLLECTIONS;
    }

    @Override
    public ChangeSql changes() {
        return new PostgresChangeSql(database);
    }

    @Override
    public IndexSql indexes() {
        return new PostgresIndexSql(database);
    }

    @Override
    public String remedy() {
        return "Stop all servers, let pg_amcheck and the log of PostgreSQL say what else is damaged, and put a backup back.";
    }
}
