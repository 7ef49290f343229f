package io.mintmark.storage.postgresql.write;

import io.mintmark.internal.Backoff;
import io.mintmark.internal.Ticker;
import io.mintmark.internal.Uninterruptibly;
import io.mintmark.storage.evaluation.EngineException;
import io.mintmark.storage.evaluation.GroupUndoneException;
import io.mintmark.storage.evaluation.GroupUndoneException.Reason;
import io.mintmark.storage.evaluation.GroupUnknownException;
import io.mintmark.storage.postgresql.sql.Failures;
import io.mintmark.storage.postgresql.sql.SqlScript;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds out what became of a transaction whose COMMIT was not answered.
 *
 * <p><b>Why it writes.</b> The transaction may be under way still: its backend holds the lock of the lane's row until
 * it ends, and an update waits for that lock where a read would not. It may also be visible and not yet safe, because
 * it waits for a standby: a commit after it is safe only when it is, too. So the answer is believed once the update
 * itself was committed without a warning.
 *
 * <p>Callers wait {@link #PATIENCE_NANOS} for it, and where the engine is not there for this node, no longer than
 * {@link #CUT_OFF_NANOS} since they asked for the COMMIT; nobody waits where somebody must mend the engine first. From
 * then on each group that would begin asks once more, as does an idle moment, with rests that grow; none begins before
 * the answer is there, because its numbers depend on it.
 */
final class UnknownCommit {
    private static final Logger LOG = LoggerFactory.getLogger(UnknownCommit.class);

    private static final String TOUCH =
            "UPDATE node_state SET groups = groups WHERE database = ? AND node = ? AND lane = ? RETURNING epoch, groups";
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(15);
    private static final long CUT_OFF_NANOS = TimeUnit.MILLISECONDS.toNanos(1_750);
    private static final Backoff REST = new Backoff(TimeUnit.MILLISECONDS.toNanos(500), 4);

    private final long database;
    private final LaneState state;
    private final DataSource source;
    private final Ticker ticker;

    /** What nobody knows yet; read by other threads, too. */
    private volatile @Nullable Open open;

    private int failures;
    private long askAt;

    /** A group whose COMMIT was not answered, and where its numbers went. */
    private record Open(SQLException unanswered, long etag, long serial) {}

    UnknownCommit(long database, LaneState state, DataSource source, Ticker ticker) {
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

    /** Returns whether an answer is still missing. Any thread may ask. */
    boolean isOpen() {
        return open != null;
    }

    /**
     * Returns whether the group was committed that would be number {@code state.groups() + 1}.
     *
     * @param unanswered how its COMMIT failed
     * @param sent when it was sent, by the ticker
     * @param etag the latest etag that it drew
     * @param serial the latest serial that it drew
     * @throws GroupUnknownException if nobody knows yet
     * @throws EngineException if another claim owns the row now
     */
    boolean isCommitted(SQLException unanswered, long sent, long etag, long serial) {
        long begun = ticker.nanos();
        while (true) {
            try {
                return judge(touch(), unanswered);
            } catch (SQLException e) {
                long now = ticker.nanos();
                if (now - begun > PATIENCE_NANOS
                        || Failures.isLasting(e)
                        || (Failures.isCutOff(e) && now - sent > CUT_OFF_NANOS)) {
                    unanswered.addSuppressed(e);
                    open = new Open(unanswered, etag, serial);
                    rest();
                    throw new GroupUnknownException(unanswered);
                }
                Uninterruptibly.run(() -> TimeUnit.MILLISECONDS.sleep(50));
            }
        }
    }

    /**
     * Returns once nothing is unknown.
     *
     * @return whether a group was found to be undone, or committed; null if nothing was unknown
     * @throws GroupUndoneException if the engine does not answer yet
     * @throws EngineException if another claim owns the row now
     */
    @Nullable Boolean requireKnown() {
        Open asked = open;
        if (asked == null) {
            return null;
        }
        if (ticker.nanos() - askAt < 0) {
            throw new GroupUndoneException(Reason.UNREACHABLE, asked.unanswered());
        }
        Found found;
        try {
            found = touch();
        } catch (SQLException e) {
            // An engine that was not asked is as soon as it is there.
            if (!Failures.isCutOff(e)) {
                rest();
            }
            throw new GroupUndoneException(Reason.UNREACHABLE, e);
        }
        return settle(asked, found);
    }

    private boolean settle(Open asked, Found found) {
        if (found.epoch != state.epoch()) {
            // Whatever became of that group, whose callers were told that nobody knows: the next ones do not happen
            // here.
            throw new EngineException(asked.unanswered(), true);
        }
        boolean committed = found.groups > state.groups();
        if (committed) {
            state.committed(asked.etag(), asked.serial());
        }
        open = null;
        failures = 0;
        LOG.warn(
                "The engine has told at last what became of the write that was not answered: it was {}. Writes are taken again.",
                committed ? "kept" : "undone");
        return committed;
    }

    private void rest() {
        askAt = ticker.nanos() + REST.after(++failures);
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
                            state.node(),
                            state.lane())
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
