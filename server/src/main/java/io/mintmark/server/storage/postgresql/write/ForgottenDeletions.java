package io.mintmark.server.storage.postgresql.write;

import io.mintmark.internal.Ticker;
import io.mintmark.server.storage.postgresql.sql.SqlScript;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;

/**
 * Forgets deletions that every node had time to tell its watchers. Used by the writer of documents only.
 *
 * <p>The lane that deletes also forgets, a slice behind each group, so that what is remembered stays within some minutes' worth.
 * All nodes forget what is too old, whoever wrote it.
 */
final class ForgottenDeletions implements Tidying {
    private static final long PASS_NANOS = TimeUnit.SECONDS.toNanos(60);
    private static final long REST_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final String FORGET = "DELETE FROM deletion USING (SELECT etag, node FROM deletion"
            + " WHERE database = ? ORDER BY etag, node LIMIT " + SLICE + ") oldest WHERE deletion.database = ?"
            + " AND deletion.etag = oldest.etag AND deletion.node = oldest.node"
            + " AND deletion.deleted < now() - interval '5 minutes'";

    private final long database;
    private final Ticker ticker;
    private long dueAt;

    ForgottenDeletions(long database, Ticker ticker) {
        this.database = database;
        this.ticker = ticker;
        this.dueAt = ticker.nanos() + REST_NANOS;
    }

    @Override
    public boolean isDue() {
        return ticker.nanos() - dueAt >= 0;
    }

    @Override
    public void forgetSome(Connection connection) throws SQLException {
        Count forgotten = new Count();
        new SqlScript()
                .update(Forgetting.PATIENCE)
                .update(Forgetting.NO_SYNC)
                .update(FORGET, forgotten::are, database, database)
                .run(connection);
        connection.commit();
        dueAt = ticker.nanos() + (forgotten.rows == SLICE ? 0 : PASS_NANOS);
    }

    /** How many rows went. */
    private static final class Count {
        private int rows;

        void are(int updated) {
            rows = updated;
        }
    }

    @Override
    public void failed() {
        dueAt = ticker.nanos() + REST_NANOS;
    }
}
