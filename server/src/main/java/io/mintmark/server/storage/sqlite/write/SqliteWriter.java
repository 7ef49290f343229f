package io.mintmark.server.storage.sqlite.write;

import io.mintmark.RandomBytes;
import io.mintmark.counter.ReturnRule;
import io.mintmark.internal.Ticker;
import io.mintmark.server.storage.CounterName;
import io.mintmark.server.storage.IdentityRequest;
import io.mintmark.server.storage.IdentitySeed;
import io.mintmark.server.storage.Lease;
import io.mintmark.server.storage.Party;
import io.mintmark.server.storage.Pending;
import io.mintmark.server.storage.RangeRequest;
import io.mintmark.server.storage.RangeReturn;
import io.mintmark.server.storage.StorageFailedException;
import io.mintmark.server.storage.document.CommandResult;
import io.mintmark.server.storage.document.DocumentBatch;
import io.mintmark.server.storage.document.DocumentCommand;
import io.mintmark.server.storage.group.GroupCommitWriter;
import io.mintmark.server.storage.group.WriteQueueLimits;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Everything that writes to one database's file: group commit over its transactions. Safe for any number of threads. */
public final class SqliteWriter implements AutoCloseable {
    private final SqliteGroupStore store;
    private final GroupCommitWriter groups;

    /** Creates the writer of the database {@code name}, which closes {@code store} in the end. */
    public SqliteWriter(String name, SqliteGroupStore store, WriteQueueLimits limits, Ticker ticker) {
        this.store = store;
        this.groups = new GroupCommitWriter(name, store, limits, ticker);
    }

    /** Starts to write. */
    public void start() {
        groups.start();
    }

    /** Queues work that holds {@code bytes} of documents; see {@link GroupCommitWriter#submit}. */
    <T> Pending<T> submit(Party party, long bytes, SqlWork<T> work) {
        return groups.submit(party, bytes, store.work(work));
    }

    private <T> Pending<T> submit(Party party, SqlWork<T> work) {
        return submit(party, 0, work);
    }

    /** Applies all commands of a batch, or none; {@code random} makes the ids that are to be random. */
    public Pending<List<CommandResult>> commit(DocumentBatch batch, RandomBytes random, Party party) {
        return submit(party, bytes(batch), tx -> BatchWork.run(tx, random, batch));
    }

    private static long bytes(DocumentBatch batch) {
        long bytes = 0;
        for (DocumentCommand command : batch.commands()) {
            if (command instanceof DocumentCommand.Put put) {
                bytes += put.content().body().length + put.content().metadata().length;
            }
        }
        return bytes;
    }

    /** Moves a counter up and records the lease of what was passed. */
    public Pending<Lease> reserve(RangeRequest request, Party party) {
        return submit(party, tx -> HiLoWork.reserve(tx, request));
    }

    /** Takes the unused tail of a counter's latest lease back. */
    public Pending<ReturnRule.Verdict> giveBack(RangeReturn request, Party party) {
        return submit(party, tx -> HiLoWork.giveBack(tx, request));
    }

    /** Moves a counter up without a lease. */
    public Pending<Long> raise(CounterName counter, long atLeast, Party party) {
        return submit(party, tx -> HiLoWork.raise(tx, counter, atLeast));
    }

    /** Takes the next number of an identity. */
    public Pending<Long> nextIdentity(IdentityRequest request, Party party) {
        return submit(party, tx -> tx.identities.next(request));
    }

    /** Moves an identity. */
    public Pending<Long> seedIdentity(IdentitySeed seed, Party party) {
        return submit(party, tx -> tx.identities.seed(seed));
    }

    /** Returns whether the store failed, so that nothing is written until the database is opened again. */
    public boolean hasFailed() {
        return groups.hasFailed();
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
