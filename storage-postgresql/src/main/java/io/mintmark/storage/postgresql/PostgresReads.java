package io.mintmark.storage.postgresql;

import io.mintmark.document.NodeTag;
import io.mintmark.storage.StorageStatistics;
import io.mintmark.storage.document.ChangeVectors;
import io.mintmark.storage.sql.QueryRunner;
import io.mintmark.storage.sql.SqlQuery;
import io.mintmark.storage.sql.SqlReads;
import java.util.List;

/** Reads of a database that several nodes write. Safe for any number of threads. */
final class PostgresReads extends SqlReads {
    private static final String VERSIONS =
            "SELECT node, lane, etag FROM node_state WHERE database = ? ORDER BY node, lane";
    private static final String WRITTEN =
            "SELECT node, max(etag) FROM node_state WHERE database = ? AND etag > 0 GROUP BY node ORDER BY node";
    private static final String LAST_ETAG = "SELECT max(etag) FROM node_state WHERE database = ? AND node = ?";
    private static final String TALLY = "SELECT coalesce(sum(documents), 0), coalesce(sum(bytes), 0),"
            + " (SELECT coalesce(sum(identities), 0) FROM node_state WHERE database = ?)"
            + " FROM collection_count WHERE database = ?";

    private final long database;
    private final String databaseId;
    private final String node;

    /** Reads the database number {@code database}, on {@code node}. */
    PostgresReads(QueryRunner queries, long database, String databaseId, NodeTag node) {
        super(queries, new PostgresFlavour(database), databaseId);
        this.database = database;
        this.databaseId = databaseId;
        this.node = node.text();
    }

    /** Asks the engine: whoever asks learns whether that answers. */
    @Override
    public long lastEtag() {
        return queries.number(new SqlQuery(LAST_ETAG, database, node));
    }

    /** Counts are kept, and the size is an estimate: what bodies and metadata have, without indexes. */
    @Override
    public StorageStatistics statistics() {
        long lastEtag = lastEtag();
        List<String> written = queries.all(
                new SqlQuery(WRITTEN, database),
                row -> ChangeVectors.format(row.getString(1), row.getLong(2), databaseId));
        return queries.first(
                        new SqlQuery(TALLY, database, database),
                        row -> new StorageStatistics(
                                row.getLong(1),
                                row.getLong(3),
                                lastEtag,
                                String.join(", ", written),
                                "PostgreSQL",
                                row.getLong(2)))
                .orElseThrow();
    }

    /** A lane's etag may be committed after a larger one of the other, on whatever node. */
    @Override
    public String listVersion() {
        List<String> etags = queries.all(
                new SqlQuery(VERSIONS, database),
                row -> row.getString(1) + row.getString(2).charAt(0) + ":" + row.getLong(3));
        return String.join(",", etags) + "-" + databaseId;
    }
}
