package io.mintmark.server.storage.postgresql.write;

import io.mintmark.internal.Ticker;
import io.mintmark.server.storage.evaluation.EngineException;
import io.mintmark.server.storage.group.Uninterruptibly;
import io.mintmark.server.storage.postgresql.sql.Failures;
import io.mintmark.server.storage.postgresql.sql.SqlScript;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;

/**
 * Finds out what became of a transaction whose COMMIT was not answered.
 *
 * <p><b>Why it writes.</b> The transaction may be under way still: its backend holds the lock of the node's row until it ends,
 * and an update waits for that lock where a read would not. It may also be visible and not yet safe, because it waits for a
 * standby: a commit behind it is safe only when it is, too. So the answer is believed once the update itself was committed
 * without a warning.
 */
final class UnknownCommit {
    private static final String TOUCH =
            "UPDATE node_state SET groups = groups WHERE database = ? AND node = ? RETURNING epoch, groups";
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(15);

    private final long database;
    private final NodeState state;
    private final DataSource source;
    private final Ticker ticker;

    UnknownCommit(long database, NodeState state, DataSource source, Ticker ticker) {
        this.database = database;
        this.state = state;
        this.source = source;
        this.ticker = ticker;
    }

    /** What the row says. */
    private static final class Found {
        private long epoch = -1;
        private long groups = -1;
    }

    /**
     * Returns whether the group was committed that would be number {@code state.groups() + 1}.
     *
     * @param unanswered how its COMMIT failed
     * @throws EngineException if nobody knows, or if another claim owns the row now
     */
    boolean isCommitted(SQLException unanswered) {
        long begun = ticker.nanos();
        while (true) {
            try {
                return judge(touch(), unanswered);
            } catch (SQLException e) {
                unanswered.addSuppressed(e);
                if (ticker.nanos() - begun > PATIENCE_NANOS) {
                    throw new EngineException(unanswered, false);
                }
                Uninterruptibly.run(() -> TimeUnit.MILLISECONDS.sleep(50));
            }
        }
    }

    private Found touch() throws SQLException {
        Found found = new Found();
        try (Connection connection = source.getConnection()) {
            connection.setAutoCommit(false);
            new SqlScript()
                    .update("SET LOCAL lock_timeout = '5s'")
                    .query(
                            TOUCH,
                            row -> {
                                found.epoch = row.getLong(1);
                                found.groups = row.getLong(2);
                            },
                            database,
                            state.node())
                    .run(connection);
            connection.commit();
            if (Failures.isDoubtful(connection)) {
                throw new SQLException("the engine committed without its standby");
            }
        }
        return found;
    }

    private boolean judge(Found found, SQLException unanswered) {
        if (found.groups == state.groups() && found.epoch != state.epoch()) {
            throw new EngineException(unanswered, true);
        }
        if (found.epoch != state.epoch()) {
            // A later claim wrote groups of its own: theirs and ours cannot be told apart any more.
            throw new EngineException(unanswered, false);
        }
        return found.groups > state.groups();
    }
}
