package io.mintmark.server.storage.postgresql.read;

import io.mintmark.server.storage.index.NodePositions;
import io.mintmark.server.storage.sql.ChangeSql;
import io.mintmark.server.storage.sql.EntryRows;
import io.mintmark.server.storage.sql.Query;
import io.mintmark.server.storage.sql.QueryRunner;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Changes that several nodes number, each on its own: a position says how far each node is.
 *
 * @param database number of the database
 */
record PostgresChangeSql(long database) implements ChangeSql {
    private static final long BYTES_MAX = 1L << 20;
    private static final long STRETCH_MIN = 1_024;
    /** Of so many numbers one is likely to be a document's. */
    private static final int STRETCH_A_CHANGE = 8;

    private static final String LANES =
            "SELECT node, etag FROM node_state WHERE database = ? AND lane = 'documents' AND etag > 0";

    private static final String LANE = "unnest(?::text[], ?::bigint[], ?::bigint[]) AS lane (node, after, last)";
    private static final String IN_LANE =
            "WHERE d.database = ? AND d.etag > lane.after AND d.etag <= lane.last AND d.node = lane.node"
                    + " ORDER BY d.etag LIMIT ?";
    private static final String STORED = "SELECT " + EntryRows.COLUMNS + " FROM ("
            + PostgresFlavour.sized(
                    "SELECT d.* FROM " + LANE + " CROSS JOIN LATERAL (SELECT * FROM document d " + IN_LANE
                            + ") d ORDER BY d.etag, d.node LIMIT ?",
                    "etag, node")
            + ") e" + PostgresFlavour.COLLECTION + " WHERE e.before < ? ORDER BY e.etag, e.node";
    private static final String DELETED = "SELECT e.etag, e.node, e.id, c.name FROM " + LANE
            + " CROSS JOIN LATERAL (SELECT * FROM deletion d " + IN_LANE + ") e" + PostgresFlavour.COLLECTION
            + " ORDER BY e.etag, e.node LIMIT ?";
    private static final String AGAIN = "SELECT " + EntryRows.COLUMNS + " FROM document e" + PostgresFlavour.COLLECTION
            + " WHERE e.database = ? AND e.key = ANY(?)";

    /** The driver has all of a page in memory. */
    @Override
    public long bytesMax() {
        return BYTES_MAX;
    }

    @Override
    public long stretch(int limit) {
        return Math.max(STRETCH_MIN, (long) STRETCH_A_CHANGE * limit);
    }

    @Override
    public NodePositions written(QueryRunner queries) {
        Map<String, Long> written = new HashMap<>();
        queries.all(new Query(LANES, database), row -> written.put(row.getString(1), row.getLong(2)));
        return NodePositions.of(written);
    }

    @Override
    public String sequence(String node) {
        return node;
    }

    @Override
    public NodePositions positions(@Nullable String position) {
        return NodePositions.parse(position);
    }

    @Override
    public @Nullable String position(NodePositions positions) {
        return positions.text();
    }

    @Override
    public Query stored(Stretch stretch, int limit) {
        return inLanes(STORED, stretch, (long) limit, (long) limit, BYTES_MAX);
    }

    @Override
    public Query deleted(Stretch stretch, int limit) {
        return inLanes(DELETED, stretch, (long) limit, (long) limit);
    }

    private Query inLanes(String sql, Stretch stretch, Object... limits) {
        Object[] parameters = new Object[4 + limits.length];
        parameters[0] = stretch.sequences().toArray(String[]::new);
        parameters[1] = stretch.after().toArray(Long[]::new);
        parameters[2] = stretch.last().toArray(Long[]::new);
        parameters[3] = database;
        System.arraycopy(limits, 0, parameters, 4, limits.length);
        return new Query(sql, parameters);
    }

    @Override
    public Optional<Query> storedAgain(List<String> keys) {
        return Optional.of(new Query(AGAIN, database, keys.toArray(String[]::new)));
    }
}
