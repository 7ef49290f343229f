package io.mintmark.storage.group;

import io.mintmark.RandomBytes;
import io.mintmark.internal.Ticker;
import io.mintmark.storage.StorageFailedException;
import io.mintmark.storage.WriteState;
import io.mintmark.storage.evaluation.BatchPreparation;
import io.mintmark.storage.evaluation.BatchWork;
import io.mintmark.storage.evaluation.HiLoWork;
import io.mintmark.storage.evaluation.HomecomingWork;
import io.mintmark.storage.evaluation.IdentityWork;
import io.mintmark.storage.evaluation.KeyedWork;
import io.mintmark.storage.evaluation.ReadSet;
import io.mintmark.storage.group.RowsWork.Verb;
import io.mintmark.storage.row.GroupRows;
import io.mintmark.storage.write.AheadRequest;
import io.mintmark.storage.write.AheadReturn;
import io.mintmark.storage.write.BatchNumbers;
import io.mintmark.storage.write.CounterName;
import io.mintmark.storage.write.CounterRaise;
import io.mintmark.storage.write.CutLog;
import io.mintmark.storage.write.DocumentBatch;
import io.mintmark.storage.write.IdentityRequest;
import io.mintmark.storage.write.IdentitySeed;
import io.mintmark.storage.write.KeyedAnswer;
import io.mintmark.storage.write.KeyedWrite;
import io.mintmark.storage.write.RangeRequest;
import io.mintmark.storage.write.RangeReturn;
import io.mintmark.storage.write.Write;
import io.mintmark.support.Party;
import io.mintmark.support.Pending;
import io.mintmark.support.limits.Limits;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Everything that writes to one database: each verb becomes a piece of work on the rows of its group. Safe for any
 * number of threads.
 */
public final class StorageWriter implements AutoCloseable {
    /** What each type of write comes to, and which rows it asks for. */
    private final Map<Class<?>, Verb<?, ?>> verbs = new HashMap<>();

    private final GroupStore store;
    private final GroupRows rows;
    private final GroupCommitWriter groups;

    /**
     * Creates the writer of the database {@code name}.
     *
     * @param store what it writes to, and closes in the end
     * @param random makes the ids that are to be random
     */
    public StorageWriter(String name, GroupStore store, Limits limits, RandomBytes random, Ticker ticker) {
        this(store, random, new GroupCommitWriter(name, store, limits, ticker));
    }

    /** Creates one whose work {@code groups} runs on {@code store}. */
    StorageWriter(GroupStore store, RandomBytes random, GroupCommitWriter groups) {
        this.store = store;
        this.rows = store.rows();
        this.groups = groups;
        addVerbs(random);
    }

    private void addVerbs(RandomBytes random) {
        addOfCounter(RangeRequest.class, RangeRequest::counter, HiLoWork::reserve);
        addOfCounter(RangeReturn.class, RangeReturn::counter, HiLoWork::giveBack);
        addOfCounter(AheadRequest.class, AheadRequest::counter, HiLoWork::reserveAhead);
        addOfCounter(AheadReturn.class, AheadReturn::counter, HiLoWork::giveBackAhead);
        addOfCounter(CounterRaise.class, CounterRaise::counter, HiLoWork::raise);
        // Its rows are this node's own, so it waits for nobody who holds the counter.
        add(CutLog.class, HiLoWork::log, (keys, log) -> {});
        add(IdentityRequest.class, IdentityWork::next, ReadSet::addNumber);
        add(IdentitySeed.class, IdentityWork::seed, ReadSet::addSeed);
        verbs.put(KeyedWrite.class, new Verb<KeyedWrite<?>, KeyedAnswer<?>>(KeyedWork::run, ReadSet::addKeyed));
        add(
                BatchNumbers.class,
                (rows, numbers) -> BatchPreparation.run(rows, numbers.batch()),
                (keys, numbers) -> keys.addPreparation(numbers.batch()));
        add(DocumentBatch.Homecoming.class, HomecomingWork::run, ReadSet::addHomecoming);
        add(DocumentBatch.class, (rows, batch) -> BatchWork.run(rows, random, batch), ReadSet::addBatch);
    }

    private <T, W extends Write<T>> void addOfCounter(
            Class<W> type, Function<W, CounterName> counter, BiFunction<GroupRows, W, T> evaluation) {
        add(type, evaluation, (keys, write) -> keys.addCounter(counter.apply(write)));
    }

    private <T, W extends Write<T>> void add(
            Class<W> type, BiFunction<GroupRows, W, T> evaluation, BiConsumer<ReadSet, W> announcement) {
        verbs.put(type, new Verb<>(evaluation, announcement));
    }

    /** Starts to write. */
    public void start() {
        groups.start();
    }

    /**
     * Queues work of any kind; see {@link GroupCommitWriter#submit}. What it throws refuses it, and must leave no
     * trace.
     */
    public <T> Pending<T> submit(Party party, Function<GroupRows, T> work) {
        return groups.submit(party, 0, () -> work.apply(rows));
    }

    /** Queues work that asks for the rows which {@code announcement} names. */
    public <T> Pending<T> submit(Party party, Function<GroupRows, T> work, Consumer<ReadSet> announcement) {
        Verb<Consumer<ReadSet>, T> verb = new Verb<>((any, same) -> work.apply(any), (keys, same) -> same.accept(keys));
        return groups.submit(party, 0, new RowsWork<>(verb, rows, announcement));
    }

    /** Queues a write. */
    @SuppressWarnings({"unchecked", "NullAway"}) // each type of write has the verb that was added for it
    public <T> Pending<T> submit(Write<T> write, Party party) {
        Verb<Write<T>, T> verb = (Verb<Write<T>, T>) verbs.get(write.getClass());
        return groups.submit(party, write.bytes(), new RowsWork<>(verb, rows, write));
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
        if (store.isCutOff()) {
            return WriteState.UNREACHABLE;
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
