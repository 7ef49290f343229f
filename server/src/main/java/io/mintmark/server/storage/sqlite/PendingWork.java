package io.mintmark.server.storage.sqlite;

import io.mintmark.MintmarkException;
import io.mintmark.server.storage.Pending;
import io.mintmark.server.storage.StorageFailedException;
import java.sql.SQLException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteErrorCode;

/**
 * A piece of work on its way: queued by one thread, run by the writer, published after the commit.
 *
 * <p>The latch orders the writer's plain writes before the caller's reads.
 */
final class PendingWork<T> implements Pending<T> {
    private static final Runnable SETTLED = () -> {};

    private final Work<T> work;
    private final Object party;
    private final long bytes;
    private final CountDownLatch published = new CountDownLatch(1);
    /** What runs next: nothing yet, what was asked for, or {@link #SETTLED}. */
    private final AtomicReference<@Nullable Runnable> next = new AtomicReference<>();

    private @Nullable T result;
    private @Nullable RuntimeException refusal;

    PendingWork(Work<T> work, Object party, long bytes) {
        this.work = work;
        this.party = party;
        this.bytes = bytes;
    }

    /** Returns for whom it is. */
    Object party() {
        return party;
    }

    /** Returns how many bytes of documents it holds. */
    long bytes() {
        return bytes;
    }

    /** Runs inside the group's transaction; throws only what dooms the whole group. */
    void run(WriteTransaction tx) throws SQLException {
        try {
            result = work.run(tx);
        } catch (RuntimeException refused) {
            refusal = refused;
        } catch (SQLException e) {
            if (!blamesTheRow(e)) {
                throw e;
            }
            refusal = new MintmarkException("The store refused a row: " + e.getMessage(), e);
        }
    }

    /** Some errors say that one row is impossible, not that the disk or the file is in trouble. */
    static boolean blamesTheRow(SQLException e) {
        int primary = e.getErrorCode() & 0xFF;
        return primary == SQLiteErrorCode.SQLITE_CONSTRAINT.code
                || primary == SQLiteErrorCode.SQLITE_TOOBIG.code
                || primary == SQLiteErrorCode.SQLITE_MISMATCH.code;
    }

    /** Lets everybody see what came of it; returns what somebody wants to run next, if anybody does. */
    @Nullable Runnable publish() {
        published.countDown();
        return next.getAndSet(SETTLED);
    }

    @Nullable Runnable fail(StorageFailedException reason) {
        refusal = reason;
        return publish();
    }

    @Override
    public void whenSettled(Runnable follower) {
        if (!next.compareAndSet(null, follower)) {
            follower.run();
        }
    }

    @Override
    @SuppressWarnings("NullAway") // published without a refusal means run to a result
    public T await() {
        Uninterruptibly.run(published::await);
        RuntimeException refused = refusal;
        if (refused instanceof StorageFailedException failed) {
            throw again(failed);
        }
        if (refused != null) {
            throw refused;
        }
        return result;
    }

    /** One failure answers many callers; each gets an exception with its own stack. */
    static StorageFailedException again(StorageFailedException reason) {
        return new StorageFailedException(String.valueOf(reason.getMessage()), reason);
    }
}
