package io.mintmark.server.storage.group;

import io.mintmark.RandomBytes;
import io.mintmark.server.storage.counter.CounterName;
import io.mintmark.server.storage.evaluation.BatchPreparation;
import io.mintmark.server.storage.evaluation.BatchWork;
import io.mintmark.server.storage.evaluation.HiLoWork;
import io.mintmark.server.storage.evaluation.IdentityWork;
import io.mintmark.server.storage.evaluation.ReadSet;
import io.mintmark.server.storage.group.RowsWork.Verb;
import io.mintmark.server.storage.row.GroupRows;
import io.mintmark.server.storage.write.AheadRequest;
import io.mintmark.server.storage.write.AheadReturn;
import io.mintmark.server.storage.write.BatchNumbers;
import io.mintmark.server.storage.write.CounterRaise;
import io.mintmark.server.storage.write.DocumentBatch;
import io.mintmark.server.storage.write.IdentityRequest;
import io.mintmark.server.storage.write.IdentitySeed;
import io.mintmark.server.storage.write.RangeRequest;
import io.mintmark.server.storage.write.RangeReturn;
import io.mintmark.server.storage.write.Write;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;

/** What each type of write comes to, and which rows it asks for. Immutable. */
final class WriteVerbs {
    private final Map<Class<?>, Verb<?, ?>> verbs = new HashMap<>();

    /** Knows all types of writes; {@code random} makes the ids that are to be random. */
    WriteVerbs(RandomBytes random) {
        addOfCounter(RangeRequest.class, RangeRequest::counter, HiLoWork::reserve);
        addOfCounter(RangeReturn.class, RangeReturn::counter, HiLoWork::giveBack);
        addOfCounter(AheadRequest.class, AheadRequest::counter, HiLoWork::reserveAhead);
        addOfCounter(AheadReturn.class, AheadReturn::counter, HiLoWork::giveBackAhead);
        addOfCounter(CounterRaise.class, CounterRaise::counter, HiLoWork::raise);
        add(IdentityRequest.class, IdentityWork::next, ReadSet::addNumber);
        add(IdentitySeed.class, IdentityWork::seed, ReadSet::addSeed);
        add(
                BatchNumbers.class,
                (rows, numbers) -> BatchPreparation.run(rows, numbers.batch()),
                (keys, numbers) -> keys.addPreparation(numbers.batch()));
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

    /** Returns what a write does on those rows. */
    @SuppressWarnings({"unchecked", "NullAway"}) // each type of write has the verb that was added for it
    <T> Work<T> work(Write<T> write, GroupRows rows) {
        return new RowsWork<>((Verb<Write<T>, T>) verbs.get(write.getClass()), rows, write);
    }
}
