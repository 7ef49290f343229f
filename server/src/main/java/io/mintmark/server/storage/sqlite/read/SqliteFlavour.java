package io.mintmark.server.storage.sqlite.read;

import io.mintmark.server.storage.sql.ChangeSql;
import io.mintmark.server.storage.sql.EntryRows;
import io.mintmark.server.storage.sql.IndexSql;
import io.mintmark.server.storage.sql.ListOrder;
import io.mintmark.server.storage.sql.Query;
import io.mintmark.server.storage.sql.ReadSql;
import io.mintmark.server.storage.sql.SqlFlavour;
import io.mintmark.server.storage.sqlite.file.Damage;
import java.util.function.Function;

/**
 * Reads of a database that has a file to itself. Stateless.
 *
 * <p>Each half of a list walks its own index, and SQLite merges the two, so a page costs what it shows.
 */
public final class SqliteFlavour implements SqlFlavour {
    /** The one there is. */
    public static final SqliteFlavour INSTANCE = new SqliteFlavour();

    /** Joins a row {@code e} with its collection, in this order. */
    static final String COLLECTION = " CROSS JOIN collection c ON c.number = e.collection";

    private static final ReadSql STATEMENTS = new ReadSql("", COLLECTION, "e.position", "e.sequence");
    private static final Function<ListOrder, String> LISTS = ListOrder.composed(SqliteFlavour::statement);

    /** The lengths stand before the bytes, so none of a document is read that does not lie in its row's first page. */
    private static final String COLLECTION_SIZES = "SELECT c.name, c.documents,"
            + " (SELECT coalesce(sum(length(d.metadata) + length(d.body)), 0) FROM document d WHERE d.collection = c.number)"
            + " FROM collection c WHERE c.key > ? AND c.documents > 0 ORDER BY c.key LIMIT ? OFFSET ?";

    private SqliteFlavour() {}

    private static String statement(ListOrder order) {
        return half("document", "-1 AS max") + order.bounds() + " UNION ALL " + half("counter", "e.max")
                + "e.shown = 1 AND " + order.bounds() + " ORDER BY " + order.ofOneWriter() + " LIMIT ?";
    }

    private static String half(String table, String max) {
        return "SELECT " + EntryRows.COLUMNS + ", " + max + ", e.key AS key, e.etag AS etag FROM " + table + " e"
                + COLLECTION + " WHERE ";
    }

    @Override
    public ReadSql statements() {
        return STATEMENTS;
    }

    @Override
    public Query query(String sql, Object... parameters) {
        return new Query(sql, parameters);
    }

    /** Rows are read one by one, so what is not wanted any more is not read. */
    @Override
    public Query list(ListOrder.Part part, int limit, long bytesMax) {
        return new Query(
                LISTS.apply(part.order()), part.first(), part.second(), part.first(), part.second(), (long) limit);
    }

    @Override
    public String collections() {
        return "SELECT name, documents FROM collection WHERE key > ? AND documents > 0 ORDER BY key LIMIT ? OFFSET ?";
    }

    @Override
    public String collectionSizes() {
        return COLLECTION_SIZES;
    }

    @Override
    public ChangeSql changes() {
        return SqliteChangeSql.INSTANCE;
    }

    @Override
    public IndexSql indexes() {
        return SqliteIndexSql.INSTANCE;
    }

    @Override
    public String remedy() {
        return Damage.REMEDY;
    }
}
