package io.mintmark.server.storage.sqlite;

import io.mintmark.server.load.Ticker;
import io.mintmark.server.storage.Party;
import io.mintmark.server.storage.Pending;
import io.mintmark.server.storage.StorageFailedException;
import io.mintmark.server.storage.group.GroupCommitWriter;
import io.mintmark.server.storage.group.WriteQueueLimits;
import org.jspecify.annotations.Nullable;

/** Everything that writes to one database's file: group commit over its transactions. Safe for any number of threads. */
final class SqliteWriter implements AutoCloseable {
    private final SqliteGroupStore store;
    private final GroupCommitWriter groups;

    /** Creates the writer of the database {@code name}, which closes {@code store} in the end. */
    SqliteWriter(String name, SqliteGroupStore store, WriteQueueLimits limits, Ticker ticker) {
        this.store = store;
        this.groups = new GroupCommitWriter(name, store, limits, ticker);
    }

    void start() {
        groups.start();
    }

    /** Queues work that holds {@code bytes} of documents; see {@link GroupCommitWriter#submit}. */
    <T> Pending<T> submit(Party party, long bytes, SqlWork<T> work) {
        return groups.submit(party, bytes, store.work(work));
    }

    /** Returns whether the store failed, so that nothing is written until the database is opened again. */
    boolean hasFailed() {
        return groups.hasFailed();
    }

    /** Returns why this server may not even read the database any more, or null as long as it owns it. */
    @Nullable StorageFailedException fenced() {
        return groups.fenced();
    }

    /** Finishes what is queued and marks the database as left in order, if it can; takes nothing more. */
    void finish() {
        groups.finish();
    }

    /** Closes the connections, after {@link #finish}. */
    @Override
    public void close() {
        groups.close();
    }
}
