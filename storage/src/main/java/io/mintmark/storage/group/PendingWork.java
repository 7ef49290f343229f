package io.mintmark.storage.group;

import io.mintmark.internal.Uninterruptibly;
import io.mintmark.storage.StorageFailedException;
import io.mintmark.storage.evaluation.EngineException;
import io.mintmark.storage.evaluation.GroupUndoneException;
import io.mintmark.storage.evaluation.ReadSet;
import io.mintmark.support.Pending;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

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
    /** The callback: none yet, the one that was asked for, or {@link #SETTLED}. */
    private final AtomicReference<@Nullable Runnable> next = new AtomicReference<>();

    private @Nullable T result;
    private @Nullable RuntimeException refusal;

    /** Why it could not be announced. */
    private @Nullable RuntimeException unannounced;

    PendingWork(Work<T> work, Object party, long bytes) {
        this.work = work;
        this.party = party;
        this.bytes = bytes;
    }

    /** Returns the party that it is done for. */
    Object party() {
        return party;
    }

    /** Returns how many bytes of documents it holds. */
    long bytes() {
        return bytes;
    }

    /** Adds the keys of the rows that it asks for; what cannot say them is refused when it runs. */
    void announce(ReadSet keys) {
        try {
            work.announce(keys);
            unannounced = null;
        } catch (RuntimeException e) {
            unannounced = e;
        }
    }

    /** Runs inside the group's transaction; throws only what dooms the whole group. */
    void run() {
        RuntimeException impossible = unannounced;
        if (impossible != null) {
            refusal = impossible;
            return;
        }
        try {
            result = work.run();
        } catch (EngineException | GroupUndoneException doomed) {
            throw doomed;
        } catch (RuntimeException refused) {
            refusal = refused;
        }
    }

    /** Runs once more, because nothing of the group happened. */
    void runAgain() {
        refusal = null;
        run();
    }

    /** Lets everybody see the outcome; returns the callback, if one was asked for. */
    @Nullable Runnable publish() {
        published.countDown();
        return next.getAndSet(SETTLED);
    }

    @Nullable Runnable fail(StorageFailedException reason) {
        return refuse(reason);
    }

    /** Lets everybody see that it was not done; returns the callback, if one was asked for. */
    @Nullable Runnable refuse(RuntimeException reason) {
        refusal = reason;
        return publish();
    }

    @Override
    public void whenSettled(Runnable callback) {
        if (!next.compareAndSet(null, callback)) {
            callback.run();
        }
    }

    @Override
    @SuppressWarnings("NullAway") // published without a refusal means run to a result
    public T await() {
        Uninterruptibly.run(published::await);
        RuntimeException refused = refusal;
        if (refused instanceof StorageFailedException failed) {
            throw failed.again();
        }
        if (refused != null) {
            throw refused;
        }
        return result;
    }
}
