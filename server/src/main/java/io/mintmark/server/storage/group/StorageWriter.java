package io.mintmark.server.storage.group;

import io.mintmark.RandomBytes;
import io.mintmark.counter.ReturnRule;
import io.mintmark.internal.Ticker;
import io.mintmark.server.storage.Party;
import io.mintmark.server.storage.Pending;
import io.mintmark.server.storage.StorageFailedException;
import io.mintmark.server.storage.WriteState;
import io.mintmark.server.storage.ahead.AheadRequest;
import io.mintmark.server.storage.ahead.AheadReturn;
import io.mintmark.server.storage.ahead.NumbersAhead;
import io.mintmark.server.storage.counter.CounterName;
import io.mintmark.server.storage.counter.IdentityRequest;
import io.mintmark.server.storage.counter.IdentitySeed;
import io.mintmark.server.storage.counter.Lease;
import io.mintmark.server.storage.counter.RangeRequest;
import io.mintmark.server.storage.counter.RangeReturn;
import io.mintmark.server.storage.document.CommandResult;
import io.mintmark.server.storage.document.DocumentBatch;
import io.mintmark.server.storage.document.DocumentCommand;
import io.mintmark.server.storage.evaluation.BatchPreparation;
import io.mintmark.server.storage.evaluation.BatchWork;
import io.mintmark.server.storage.evaluation.HiLoWork;
import io.mintmark.server.storage.evaluation.IdentityWork;
import io.mintmark.server.storage.evaluation.ReadSet;
import io.mintmark.server.storage.evaluation.Rows;
import io.mintmark.server.storage.group.RowsWork.Verb;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Everything that writes to one database: each verb becomes a piece of work on the rows of its group. Safe for any number of
 * threads.
 */
public final class StorageWriter implements AutoCloseable {
    private static final Verb<RangeRequest, Lease> RESERVE =
            new Verb<>(HiLoWork::reserve, (keys, request) -> keys.addCounter(request.counter()));
    private static final Verb<RangeReturn, ReturnRule.Verdict> GIVE_BACK =
            new Verb<>(HiLoWork::giveBack, (keys, request) -> keys.addCounter(request.counter()));
    private static final Verb<AheadRequest, NumbersAhead> RESERVE_AHEAD =
            new Verb<>(HiLoWork::reserveAhead, (keys, request) -> keys.addCounter(request.counter()));
    private static final Verb<AheadReturn, Boolean> GIVE_BACK_AHEAD =
            new Verb<>(HiLoWork::giveBackAhead, (keys, request) -> keys.addCounter(request.counter()));
    private static final Verb<IdentityRequest, Long> NEXT = new Verb<>(IdentityWork::next, ReadSet::addNumber);
    private static final Verb<IdentitySeed, Long> SEED = new Verb<>(IdentityWork::seed, ReadSet::addSeed);

    private static final Verb<DocumentBatch, DocumentBatch> PREPARE =
            new Verb<>(BatchPreparation::run, ReadSet::addPreparation);

    private final Verb<DocumentBatch, List<CommandResult>> commit;
    private final GroupStore store;
    private final Rows rows;
    private final GroupCommitWriter groups;

    /**
     * Creates the writer of the database {@code name}.
     *
     * @param store what it writes to, and closes in the end
     * @param random makes the ids that are to be random
     */
    public StorageWriter(String name, GroupStore store, WriteQueueLimits limits, RandomBytes random, Ticker ticker) {
        this.commit = new Verb<>((rows, batch) -> BatchWork.run(rows, random, batch), ReadSet::addBatch);
        this.store = store;
        this.rows = store.rows();
        this.groups = new GroupCommitWriter(name, store, limits, ticker);
    }

    /** Starts to write. */
    public void start() {
        groups.start();
    }

    /** Queues work of any kind; see {@link GroupCommitWriter#submit}. What it throws refuses it, and must leave no trace. */
    public <T> Pending<T> submit(Party party, Function<Rows, T> work) {
        return groups.submit(party, 0, () -> work.apply(rows));
    }

    /** Queues work that asks for the rows which {@code announcement} names. */
    public <T> Pending<T> submit(Party party, Function<Rows, T> work, Consumer<ReadSet> announcement) {
        Verb<Consumer<ReadSet>, T> verb = new Verb<>((any, same) -> work.apply(any), (keys, same) -> same.accept(keys));
        return submit(party, 0, verb, announcement);
    }

    private <R, T> Pending<T> submit(Party party, long bytes, Verb<R, T> verb, R request) {
        return groups.submit(party, bytes, new RowsWork<>(verb, rows, request));
    }

    /** Applies all commands of a batch, or none. */
    public Pending<List<CommandResult>> commit(DocumentBatch batch, Party party) {
        return submit(party, bytes(batch), commit, batch);
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

    /** Takes the numbers that a batch asks for and raises its counters; what comes of it goes to the writer of documents. */
    public Pending<DocumentBatch> prepare(DocumentBatch batch, Party party) {
        return submit(party, 0, PREPARE, batch);
    }

    /** Moves a counter up and records the lease of what was passed. */
    public Pending<Lease> reserve(RangeRequest request, Party party) {
        return submit(party, 0, RESERVE, request);
    }

    /** Takes the unused tail of a counter's latest lease back. */
    public Pending<ReturnRule.Verdict> giveBack(RangeReturn request, Party party) {
        return submit(party, 0, GIVE_BACK, request);
    }

    /** Moves a counter up for this node to hand out what was passed. */
    public Pending<NumbersAhead> reserveAhead(AheadRequest request, Party party) {
        return submit(party, 0, RESERVE_AHEAD, request);
    }

    /** Takes the rest of such numbers back. */
    public Pending<Boolean> giveBackAhead(AheadReturn request, Party party) {
        return submit(party, 0, GIVE_BACK_AHEAD, request);
    }

    /** Moves a counter up without a lease. */
    public Pending<Long> raise(CounterName counter, long atLeast, Party party) {
        Verb<CounterName, Long> raise =
                new Verb<>((rows, name) -> HiLoWork.raise(rows, name, atLeast), ReadSet::addCounter);
        return submit(party, 0, raise, counter);
    }

    /** Takes the next number of an identity. */
    public Pending<Long> nextIdentity(IdentityRequest request, Party party) {
        return submit(party, 0, NEXT, request);
    }

    /** Moves an identity. */
    public Pending<Long> seedIdentity(IdentitySeed seed, Party party) {
        return submit(party, 0, SEED, seed);
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
