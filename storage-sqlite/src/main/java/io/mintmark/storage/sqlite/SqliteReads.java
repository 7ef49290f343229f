package io.mintmark.storage.sqlite;

import io.mintmark.document.NodeTag;
import io.mintmark.storage.StorageStatistics;
import io.mintmark.storage.document.ChangeVectors;
import io.mintmark.storage.sql.QueryRunner;
import io.mintmark.storage.sql.SqlQuery;
import io.mintmark.storage.sql.SqlReads;

/** Reads of a database that one writer writes. Safe for any number of threads. */
public final class SqliteReads extends SqlReads {
    private final String databaseId;
    private final NodeTag node;

    /** Reads the database {@code databaseId} by {@code queries}, on {@code node}. */
    public SqliteReads(QueryRunner queries, String databaseId, NodeTag node) {
        super(queries, SqliteFlavour.INSTANCE, databaseId);
        this.databaseId = databaseId;
        this.node = node;
    }

    @Override
    public StorageStatistics statistics() {
        long documents = number("SELECT sum(documents) FROM collection");
        long identities = number("SELECT identities FROM state");
        long etag = lastEtag();
        return new StorageStatistics(
                documents,
                identities,
                etag,
                etag == 0 ? "" : ChangeVectors.format(node.text(), etag, databaseId),
                "SQLite",
                number("PRAGMA page_count") * number("PRAGMA page_size"));
    }

    @Override
    public String listVersion() {
        return lastEtag() + "-" + databaseId;
    }

    @Override
    public long lastEtag() {
        return number(SqliteFlavour.LAST_ETAG);
    }

    private long number(String sql) {
        return queries.number(new SqlQuery(sql));
    }
}
