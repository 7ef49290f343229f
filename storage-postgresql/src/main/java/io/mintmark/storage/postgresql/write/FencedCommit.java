package io.mintmark.storage.postgresql.write;

import io.mintmark.internal.Ticker;
import io.mintmark.storage.evaluation.EngineException;
import io.mintmark.storage.evaluation.GroupUndoneException;
import io.mintmark.storage.evaluation.GroupUndoneException.Reason;
import io.mintmark.storage.postgresql.sql.Failures;
import io.mintmark.storage.postgresql.sql.GroupWrite;
import io.mintmark.storage.postgresql.sql.SqlScript;
import io.mintmark.storage.row.GroupRows;
import java.sql.SQLException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The end of a group: what it changed is written with the fence after it, and COMMIT. Used by the lane's writer only.
 *
 * <p>Until COMMIT is sent, whatever fails undoes the group for certain. A COMMIT that is not answered is never
 * cancelled; {@link UnknownCommit} finds out what became of it.
 */
final class FencedCommit {
    private static final Logger LOG = LoggerFactory.getLogger(FencedCommit.class);

    private final LaneState state;
    private final LaneEtags etags;
    private final GroupWrite write;
    private final UnknownCommit unknown;
    private final LentConnection lent;
    private final EarlyInserts early;
    private final Ticker ticker;

    private boolean fenced;

    FencedCommit(
            LaneState state,
            LaneEtags etags,
            GroupWrite write,
            UnknownCommit unknown,
            LentConnection lent,
            EarlyInserts early,
            Ticker ticker) {
        this.ticker = ticker;
        this.early = early;
        this.state = state;
        this.etags = etags;
        this.write = write;
        this.unknown = unknown;
        this.lent = lent;
    }

    /**
     * Returns once the group is on stable storage.
     *
     * @param begun what goes before it in the same round trip
     * @throws GroupUndoneException if nothing of it happened
     * @throws io.mintmark.storage.evaluation.GroupUnknownException if nobody knows yet
     * @throws EngineException if the claim ended
     */
    void run(GroupRows rows, SqlScript begun) {
        long etag = Math.max(state.etag(), rows.etag());
        write(rows, begun, etag);
        commit(rows, etag);
        state.committed(etag, rows.leaseSerial());
        etags.committed();
    }

    private void write(GroupRows rows, SqlScript begun, long etag) {
        fenced = false;
        try {
            early.finish();
            write.run(
                    lent.get(),
                    begun,
                    rows.now(),
                    script -> state.addFence(
                            script, etag, rows.leaseSerial(), write.added(), updated -> fenced = updated != 1));
        } catch (SQLException e) {
            throw Failures.beforeCommit(e);
        }
        if (fenced) {
            throw lost();
        }
    }

    private EngineException lost() {
        SQLException why = new SQLException("the claim of epoch " + state.epoch() + " ended");
        try {
            return state.isDeleted(lent.get()) ? EngineException.ofDeleted(why) : new EngineException(why, true);
        } catch (SQLException e) {
            why.addSuppressed(e);
            return new EngineException(why, true);
        }
    }

    private void commit(GroupRows rows, long etag) {
        SQLException unanswered;
        long sent = ticker.nanos();
        try {
            unanswered = lent.commit();
        } catch (SQLException e) {
            throw Failures.beforeCommit(e);
        }
        if (unanswered != null) {
            LOG.warn("A COMMIT was not answered; what became of it is asked now: {}", unanswered.getMessage());
            if (!unknown.isCommitted(unanswered, sent, etag, rows.leaseSerial())) {
                throw new GroupUndoneException(Reason.CONFLICT, unanswered);
            }
        }
    }
}
