package io.mintmark.server.storage.sqlite.read;

import io.mintmark.server.storage.index.NodePositions;
import io.mintmark.server.storage.sql.ChangeSql;
import io.mintmark.server.storage.sql.EntryRows;
import io.mintmark.server.storage.sql.Query;
import io.mintmark.server.storage.sql.QueryRunner;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Changes that one writer numbers, whatever its node is called: a position is such a number. Stateless. */
final class SqliteChangeSql implements ChangeSql {
    static final SqliteChangeSql INSTANCE = new SqliteChangeSql();

    static final String LAST_ETAG = "SELECT etag FROM state";

    private static final long BYTES_MAX = 1L << 22;
    /** All numbers there are: an index leads from one document to the next. */
    private static final long STRETCH = 1L << 62;

    private static final String THE_SEQUENCE = "";

    private static final String IN_STRETCH =
            SqliteFlavour.COLLECTION + " WHERE e.etag > ? AND e.etag <= ? ORDER BY e.etag LIMIT ?";
    private static final String STORED = "SELECT " + EntryRows.COLUMNS + " FROM document e" + IN_STRETCH;
    private static final String DELETED = "SELECT e.etag, '', e.id, c.name FROM deletion e" + IN_STRETCH;

    private SqliteChangeSql() {}

    @Override
    public long bytesMax() {
        return BYTES_MAX;
    }

    @Override
    public long stretch(int limit) {
        return STRETCH;
    }

    @Override
    public NodePositions written(QueryRunner queries) {
        return reaching(queries.number(new Query(LAST_ETAG)));
    }

    private static NodePositions reaching(long etag) {
        return etag == 0 ? NodePositions.NONE : NodePositions.of(Map.of(THE_SEQUENCE, etag));
    }

    @Override
    public String sequence(String node) {
        return THE_SEQUENCE;
    }

    @Override
    public NodePositions positions(@Nullable String position) {
        return reaching(position == null ? 0 : Long.parseLong(position));
    }

    @Override
    public @Nullable String position(NodePositions positions) {
        long etag = positions.of(THE_SEQUENCE);
        return etag == 0 ? null : Long.toString(etag);
    }

    @Override
    public Query stored(Stretch stretch, int limit) {
        return in(STORED, stretch, limit);
    }

    @Override
    public Query deleted(Stretch stretch, int limit) {
        return in(DELETED, stretch, limit);
    }

    private static Query in(String sql, Stretch stretch, int limit) {
        return new Query(sql, stretch.after().get(0), stretch.last().get(0), (long) limit);
    }
}
