package io.mintmark.server.storage.group;

import io.mintmark.RandomBytes;
import io.mintmark.internal.Ticker;
import io.mintmark.server.storage.Party;
import io.mintmark.server.storage.Pending;
import io.mintmark.server.storage.StorageFailedException;
import io.mintmark.server.storage.WriteState;
import io.mintmark.server.storage.evaluation.ReadSet;
import io.mintmark.server.storage.group.RowsWork.Verb;
import io.mintmark.server.storage.row.GroupRows;
import io.mintmark.server.storage.write.Write;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Everything that writes to one database: each verb becomes a piece of work on the rows of its group. Safe for any number of
 * threads.
 */
public final class StorageWriter implements AutoCloseable {
    private final WriteVerbs verbs;
    private final GroupStore store;
    private final GroupRows rows;
    private final GroupCommitWriter groups;

    /**
     * Creates the writer of the database {@code name}.
     *
     * @param store what it writes to, and closes in the end
     * @param random makes the ids that are to be random
     */
    public StorageWriter(String name, GroupStore store, WriteQueueLimits limits, RandomBytes random, Ticker ticker) {
        this.verbs = new WriteVerbs(random);
        this.store = store;
        this.rows = store.rows();
        this.groups = new GroupCommitWriter(name, store, limits, ticker);
    }

    /** Starts to write. */
    public void start() {
        groups.start();
    }

    /** Queues work of any kind; see {@link GroupCommitWriter#submit}. What it throws refuses it, and must leave no trace. */
    public <T> Pending<T> submit(Party party, Function<GroupRows, T> work) {
        return groups.submit(party, 0, () -> work.apply(rows));
    }

    /** Queues work that asks for the rows which {@code announcement} names. */
    public <T> Pending<T> submit(Party party, Function<GroupRows, T> work, Consumer<ReadSet> announcement) {
        Verb<Consumer<ReadSet>, T> verb = new Verb<>((any, same) -> work.apply(any), (keys, same) -> same.accept(keys));
        return groups.submit(party, 0, new RowsWork<>(verb, rows, announcement));
    }

    /** Queues a write. */
    public <T> Pending<T> submit(Write<T> write, Party party) {
        return groups.submit(party, write.bytes(), verbs.work(write, rows));
    }

    /** Returns whether the store failed, so that nothing is written until the database is opened again. */
    public boolean hasFailed() {
        return groups.hasFailed();
    }

    /** Returns whether writes are taken. */
    public WriteState state() {
        if (groups.hasFailed()) {
            return WriteState.FAILED;
        }
        return store.isFindingOut() ? WriteState.UNKNOWN : WriteState.TAKEN;
    }

    /** Returns why this server may not even read the database any more, or null as long as it owns it. */
    public @Nullable StorageFailedException fenced() {
        return groups.fenced();
    }

    /** Finishes what is queued and marks the database as left in order, if it can; takes nothing more. */
    public void finish() {
        groups.finish();
    }

    /** Closes the connections, after {@link #finish}. */
    @Override
    public void close() {
        groups.close();
    }
}
