package io.mintmark.storage.group;

import io.mintmark.RandomBytes;
import io.mintmark.internal.RandomSource;
import io.mintmark.internal.Sleeper;
import io.mintmark.internal.Ticker;
import io.mintmark.support.Party;
import io.mintmark.support.Pending;
import io.mintmark.support.limits.Limits;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** A writer that has no thread: it writes a group when it is told to. Used by one thread. */
public final class SteppedWriter {
    /** The same on every heap; a full queue refuses almost at once, since no time passes while a caller waits. */
    private static final Limits LIMITS = Limits.DEFAULT
            .with(new Limits.Requests(256, 2_048, Duration.ofMillis(1)))
            .with(new Limits.Writes(4_096, 64L << 20));

    private final GroupStore store;
    private final GroupCommitWriter groups;

    /**
     * Writes to {@code store}.
     *
     * @param sleeper how it waits before it tries again
     * @param replies runs what follows a commit
     */
    public SteppedWriter(
            String name, GroupStore store, Ticker ticker, Sleeper sleeper, RandomSource chance, Executor replies) {
        this.store = store;
        groups = new GroupCommitWriter(
                name,
                store,
                LIMITS,
                ticker,
                new CommitCallbacks(new Handed(replies)),
                new ReplayPause(sleeper, chance));
    }

    /** Returns what takes writes on the rows of its store, and makes ids of {@code random} bytes. */
    public StorageWriter writer(RandomBytes random) {
        return new StorageWriter(store, random, groups);
    }

    /** Queues other work. */
    public <T> Pending<T> submit(Party party, long bytes, Work<T> work) {
        return groups.submit(party, bytes, work);
    }

    /** Writes the next group, if anything waits; returns whether more waits. */
    public boolean runNext() {
        return groups.runNext();
    }

    /** A pool without threads. */
    private static final class Handed extends ThreadPoolExecutor {
        private final Executor replies;

        Handed(Executor replies) {
            super(0, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
            this.replies = replies;
        }

        @Override
        public void execute(Runnable task) {
            replies.execute(task);
        }
    }
}
