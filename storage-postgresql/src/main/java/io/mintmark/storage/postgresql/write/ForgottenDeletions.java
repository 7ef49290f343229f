package io.mintmark.storage.postgresql.write;

import io.mintmark.internal.Ticker;
import io.mintmark.storage.postgresql.sql.StoreAge;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Forgets deletions that every node had time to tell its watchers, and that each index has read. Used by the writer of
 * documents only.
 *
 * <p>The lane that deletes also forgets, a slice after each group, so that what is remembered stays within some
 * minutes' worth. All nodes forget what is too old, whoever wrote it.
 */
final class ForgottenDeletions extends RestingTidying {
    /** Up to which number each node's deletions were read by all indexes; without an index all were. */
    private static final String READ = "SELECT s.node, coalesce(min(coalesce((SELECT max(p.etag)"
            + " FROM unnest(i.nodes, i.etags) AS p (node, etag) WHERE p.node = s.node), 0))"
            + " FILTER (WHERE i.number IS NOT NULL), s.etag) AS etag FROM node_state s"
            + " LEFT JOIN index_progress i ON i.database = s.database WHERE s.database = ? AND s.lane = 'documents'"
            + " GROUP BY s.node, s.etag";

    private static final String FORGET =
            "DELETE FROM deletion USING (SELECT d.etag, d.node FROM deletion d JOIN (" + READ
                    + ") r ON r.node = d.node WHERE d.database = ? AND d.etag <= r.etag"
                    + " ORDER BY d.etag, d.node LIMIT " + SLICE + ") oldest WHERE deletion.database = ?"
                    + " AND deletion.etag = oldest.etag AND deletion.node = oldest.node"
                    + " AND deletion.deleted < " + StoreAge.SQL + " - " + StoreAge.SECOND_OF_ALL + " * 300";

    private final long database;

    ForgottenDeletions(long database, Ticker ticker) {
        super(ticker);
        this.database = database;
    }

    @Override
    long tidy(Connection connection) throws SQLException {
        AtomicInteger forgotten = new AtomicInteger();
        unhurried().update(FORGET, forgotten::set, database, database, database).run(connection);
        connection.commit();
        return forgotten.get() == SLICE ? 0 : PASS_NANOS;
    }
}
