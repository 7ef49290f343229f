package io.mintmark.storage.group;

import io.mintmark.counter.ReturnRule;
import io.mintmark.document.DocumentId;
import io.mintmark.internal.Ticker;
import io.mintmark.storage.Writes;
import io.mintmark.storage.lease.CutFact;
import io.mintmark.storage.write.AheadRequest;
import io.mintmark.storage.write.CounterName;
import io.mintmark.storage.write.Cut;
import io.mintmark.storage.write.Lease;
import io.mintmark.storage.write.NumbersAhead;
import io.mintmark.storage.write.RangeRequest;
import io.mintmark.storage.write.RangeReturn;
import io.mintmark.support.Party;
import io.mintmark.support.Pending;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The numbers that this node owns of the counters of one database: reserved ahead where a counter is asked for often,
 * cut without the engine, given back when nobody asks any more. Safe for any number of threads.
 *
 * <p><b>Why nothing repeats.</b> Numbers are cut only after the engine has them durably as this node's. The engine
 * never hands them to anybody else, and lets no client's message move its counter below their end. The node gives back
 * only what is above its cursor, after it has stopped to cut.
 *
 * <p><b>Why the rest is no gap.</b> It goes back only if nothing was reserved behind it, so a {@link CounterGate} keeps
 * this node's ranges from the engine while a reservation or a return is on its way. They are cut once that is settled.
 */
final class NodeRanges {
    private static final Logger LOG = LoggerFactory.getLogger(NodeRanges.class);

    private static final long IDLE_NANOS = 10_000_000_000L;
    private static final long TIDY_NANOS = 1_000_000_000L;
    /** Counters that are watched at a time; ranges of others come from the counters themselves. */
    private static final int WATCHED_MAX = 100_000;

    private final Writes engine;
    private final AheadCounter.Home home;
    private final ReservationAmount amount;
    private final Ticker ticker;
    private final ConcurrentHashMap<String, AheadCounter> counters = new ConcurrentHashMap<>();
    private final AtomicLong tidyAt;

    /** Owns nothing yet. */
    NodeRanges(Writes engine, AheadCounter.Home home, ReservationAmount amount, Ticker ticker) {
        this.engine = engine;
        this.home = home;
        this.amount = amount;
        this.ticker = ticker;
        this.tidyAt = new AtomicLong(ticker.nanos() + TIDY_NANOS);
    }

    /**
     * Cuts a range, if this node owns the numbers for it, and otherwise takes it from the counter itself; sees to it
     * that this node soon owns some where that is worth it.
     *
     * @param cutting makes a lease of what was cut
     * @param direct reserves at the engine
     * @param reachable whether the engine takes writes: what could not go back is kept until it does
     */
    Pending<Lease> take(
            RangeRequest request, Function<Cut, Lease> cutting, Supplier<Pending<Lease>> direct, boolean reachable) {
        long now = ticker.nanos();
        if (reachable) {
            tidyIfDue(now);
        }
        String key = request.counter().key();
        AheadCounter counter = watched(key, now);
        while (counter != null) {
            Optional<AheadCounter.Outcome> outcome = counter.take(request, now);
            if (outcome.isPresent()) {
                return serve(request, counter, outcome.get(), cutting, direct);
            }
            counters.remove(key, counter);
            counter = watched(key, now);
        }
        return direct.get();
    }

    private Pending<Lease> serve(
            RangeRequest request,
            AheadCounter counter,
            AheadCounter.Outcome outcome,
            Function<Cut, Lease> cutting,
            Supplier<Pending<Lease>> direct) {
        Cut cut = outcome.cut();
        // The client's first: what is reserved ahead can be given back as long as nothing lies after it.
        Pending<Lease> served =
                cut == null ? atEngine(request, counter, cutting, direct) : Pending.done(cutting.apply(cut));
        AheadRequest wanted = outcome.wanted();
        if (wanted != null) {
            counter.gate.enterAlone(() -> reserve(wanted, counter, outcome.generation()));
        }
        return served;
    }

    /** Waits for numbers that are on their way, and cuts the range from them if they come. */
    private static Pending<Lease> atEngine(
            RangeRequest request, AheadCounter counter, Function<Cut, Lease> cutting, Supplier<Pending<Lease>> direct) {
        GatedWork<Lease> work = new GatedWork<>(counter.gate);
        counter.gate.share(() -> work.begin(() -> {
            Cut cut = counter.cut(request);
            return cut == null ? direct.get() : Pending.done(cutting.apply(cut));
        }));
        return work;
    }

    private @Nullable AheadCounter watched(String key, long now) {
        AheadCounter known = counters.get(key);
        if (known != null || counters.mappingCount() >= WATCHED_MAX) {
            return known;
        }
        return counters.computeIfAbsent(key, any -> new AheadCounter(nameOf(key), home, amount, now));
    }

    private void reserve(AheadRequest wanted, AheadCounter counter, long generation) {
        Pending<NumbersAhead> numbers;
        try {
            log();
            numbers = engine.submit(wanted, Party.NOBODY);
        } catch (RuntimeException | Error e) { // an Error too: ranges must not wait for what will not come
            fail(wanted.counter(), counter, generation, e);
            return;
        }
        numbers.whenSettled(() -> settle(wanted.counter(), counter, generation, numbers));
    }

    /** What is to be logged shares the commit. */
    private void log() {
        LeaseLog log = home.log();
        if (log != null) {
            log.write();
        }
    }

    /** Returns what this node knows itself of a number. */
    Optional<CutFact> find(CounterName name, long number) {
        AheadCounter counter = counters.get(name.key());
        LeaseLog log = home.log();
        // Chunks go from the counter to the log, and from there to the engine.
        Optional<CutFact> known = counter == null ? Optional.empty() : counter.find(number);
        return known.isPresent() || log == null ? known : log.find(home.node(), name, number);
    }

    private void settle(CounterName name, AheadCounter counter, long generation, Pending<NumbersAhead> numbers) {
        NumbersAhead reserved;
        try {
            reserved = numbers.await();
        } catch (RuntimeException e) {
            fail(name, counter, generation, e);
            return;
        }
        if (counter.own(reserved, generation)) {
            counter.gate.leave();
        } else {
            giveBack(name, List.of(new NodeRange(reserved, home.life(), null)).iterator(), counter.gate::leave);
        }
    }

    /** Clients are served from the counter itself, and told why if that does not work either. */
    private void fail(CounterName name, AheadCounter counter, long generation, Throwable why) {
        LOG.debug("No numbers of {} could be reserved ahead.", name.document(), why);
        counter.failed(generation, ticker.nanos());
        counter.gate.leave();
    }

    /** Judges a return of a range that was cut here; empty if the return is about another one. */
    Optional<ReturnRule.Verdict> giveBack(RangeReturn request) {
        AheadCounter counter = counters.get(request.counter().key());
        return counter == null ? Optional.empty() : counter.giveBack(request);
    }

    /** Stops cutting numbers of a counter that is about to be edited, and gives the rest back. */
    void drop(CounterName name) {
        AheadCounter counter = counters.get(name.key());
        if (counter != null) {
            drop(name, counter);
        }
    }

    /**
     * Stops cutting numbers of a counter, gives the rest back, and then moves the counter while nobody else does. It
     * stops behind the gate: what was reserved before the counter moved is dropped, and nothing is reserved meanwhile.
     */
    <T> Pending<T> move(CounterName name, Supplier<Pending<T>> moving) {
        AheadCounter counter = watched(name.key(), ticker.nanos());
        if (counter == null) {
            return moving.get();
        }
        GatedWork<T> work = new GatedWork<>(counter.gate);
        counter.gate.enterAlone(() -> giveBack(name, counter.drop().iterator(), () -> work.begin(moving)));
        return work;
    }

    private void drop(CounterName name, AheadCounter counter) {
        // The highest first: the counter then stands where the next one ends.
        List<NodeRange> dropped = counter.drop();
        if (!dropped.stream().allMatch(NodeRange::isUsedUp)) {
            counter.gate.enterAlone(() -> giveBack(name, dropped.iterator(), counter.gate::leave));
        }
    }

    /** One after the other: what the engine takes back of the second depends on the first. */
    private void giveBack(CounterName name, Iterator<NodeRange> ranges, Runnable then) {
        while (ranges.hasNext()) {
            NodeRange range = ranges.next();
            if (!range.isUsedUp()) {
                giveBack(name, range, () -> giveBack(name, ranges, then));
                return;
            }
        }
        then.run();
    }

    private void giveBack(CounterName name, NodeRange range, Runnable then) {
        Pending<Boolean> taken;
        try {
            taken = engine.submit(range.rest(name), Party.NOBODY);
        } catch (RuntimeException | Error e) {
            LOG.debug("Numbers of {} that were reserved ahead are a gap.", name.document(), e);
            range.gone();
            then.run();
            return;
        }
        taken.whenSettled(() -> {
            range.gone();
            then.run();
        });
    }

    private void tidyIfDue(long now) {
        long due = tidyAt.get();
        if (now - due >= 0 && tidyAt.compareAndSet(due, now + TIDY_NANOS)) {
            counters.forEach((key, counter) -> tidy(key, counter, now));
        }
    }

    private void tidy(String key, AheadCounter counter, long now) {
        if (counter.isIdle(now, IDLE_NANOS)) {
            drop(nameOf(key), counter);
        }
        if (counter.retire(now, IDLE_NANOS)) {
            counters.remove(key, counter);
        }
    }

    private static CounterName nameOf(String key) {
        return new CounterName(DocumentId.of(key));
    }

    /** Returns how many numbers are owned and not handed out. */
    long left() {
        return counters.values().stream().mapToLong(AheadCounter::left).sum();
    }

    /** Gives everything back, and returns once the engine has it; nothing is cut any more. */
    void close() {
        List<CompletableFuture<Void>> all = new ArrayList<>();
        counters.forEach((key, counter) -> {
            CompletableFuture<Void> done = new CompletableFuture<>();
            all.add(done);
            drop(nameOf(key), counter);
            // What is on its way has come by then, and has gone back.
            counter.gate.enterAlone(() -> {
                counter.gate.leave();
                done.complete(null);
            });
        });
        all.forEach(CompletableFuture::join);
        LeaseLog log = home.log();
        if (log != null) {
            log.close();
        }
    }
}
