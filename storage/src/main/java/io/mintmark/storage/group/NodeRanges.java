package io.mintmark.storage.group;

import io.mintmark.MintmarkException;
import io.mintmark.counter.OpenLease;
import io.mintmark.counter.ReturnRule;
import io.mintmark.document.DocumentId;
import io.mintmark.internal.Ticker;
import io.mintmark.storage.Writes;
import io.mintmark.storage.write.AheadRequest;
import io.mintmark.storage.write.AheadReturn;
import io.mintmark.storage.write.CounterName;
import io.mintmark.storage.write.Lease;
import io.mintmark.storage.write.NumbersAhead;
import io.mintmark.storage.write.RangeRequest;
import io.mintmark.storage.write.RangeReturn;
import io.mintmark.support.Party;
import io.mintmark.support.Pending;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The numbers that this node owns of the counters of one database: reserved about a minute ahead where a counter is
 * asked for often, cut without the engine, given back when nobody asks any more. Safe for any number of threads.
 *
 * <p><b>Why nothing repeats.</b> Numbers are cut only after the engine has them durably as this node's. The engine
 * never hands them to anybody else, and lets no client's message move its counter below their end. The node gives back
 * only what is above its cursor, after it has stopped to cut.
 */
final class NodeRanges {
    private static final Logger LOG = LoggerFactory.getLogger(NodeRanges.class);

    private static final long IDLE_NANOS = 10_000_000_000L;
    private static final long TIDY_NANOS = 1_000_000_000L;
    /** Counters that are watched at a time; ranges of others come from the counters themselves. */
    private static final int WATCHED_MAX = 100_000;

    private final Writes engine;
    private final String life;
    private final LongSupplier serials;
    private final Ticker ticker;
    private final ConcurrentHashMap<String, AheadCounter> counters = new ConcurrentHashMap<>();
    private final AtomicLong tidyAt;

    /**
     * Owns nothing yet.
     *
     * @param life the name of the database's life
     * @param serials makes serials of leases that no other lease of this life ever has
     */
    NodeRanges(Writes engine, String life, LongSupplier serials, Ticker ticker) {
        this.engine = engine;
        this.life = life;
        this.serials = serials;
        this.ticker = ticker;
        this.tidyAt = new AtomicLong(ticker.nanos() + TIDY_NANOS);
    }

    /**
     * Cuts a range, if this node owns the numbers for it, and otherwise takes it from the counter itself; sees to it
     * that this node soon owns some where that is worth it.
     *
     * @param cutting makes a lease of what was cut
     * @param direct reserves at the engine
     */
    Pending<Lease> take(RangeRequest request, Function<OpenLease, Lease> cutting, Supplier<Pending<Lease>> direct) {
        long now = ticker.nanos();
        tidyIfDue(now);
        String key = request.counter().key();
        AheadCounter counter = watched(key, now);
        while (counter != null) {
            Optional<AheadCounter.Outcome> outcome = counter.take(request, now, serials);
            if (outcome.isPresent()) {
                return serve(request.counter(), counter, outcome.get(), cutting, direct);
            }
            counters.remove(key, counter);
            counter = watched(key, now);
        }
        return direct.get();
    }

    private Pending<Lease> serve(
            CounterName name,
            AheadCounter counter,
            AheadCounter.Outcome outcome,
            Function<OpenLease, Lease> cutting,
            Supplier<Pending<Lease>> direct) {
        OpenLease cut = outcome.cut();
        try {
            // The client's first: what is reserved ahead can be given back as long as nothing lies after it.
            return cut == null ? direct.get() : Pending.done(cutting.apply(cut));
        } finally {
            if (outcome.wantedAhead() > 0) {
                reserve(name, counter, outcome);
            }
        }
    }

    private @Nullable AheadCounter watched(String key, long now) {
        AheadCounter known = counters.get(key);
        if (known != null || counters.mappingCount() >= WATCHED_MAX) {
            return known;
        }
        return counters.computeIfAbsent(key, any -> new AheadCounter(life, now));
    }

    private void reserve(CounterName name, AheadCounter counter, AheadCounter.Outcome outcome) {
        try {
            Pending<NumbersAhead> numbers = engine.submit(new AheadRequest(name, outcome.wantedAhead()), Party.NOBODY);
            numbers.whenSettled(() -> settle(name, counter, outcome.generation(), numbers));
        } catch (MintmarkException e) {
            fail(name, counter, outcome.generation(), e);
        }
    }

    private void settle(CounterName name, AheadCounter counter, long generation, Pending<NumbersAhead> numbers) {
        try {
            NumbersAhead reserved = numbers.await();
            if (!counter.own(reserved, generation)) {
                giveBack(name, new NodeRange(reserved, life));
            }
        } catch (MintmarkException e) {
            fail(name, counter, generation, e);
        }
    }

    /** Clients are served from the counter itself, and told why if that does not work either. */
    private void fail(CounterName name, AheadCounter counter, long generation, MintmarkException why) {
        LOG.debug("No numbers of {} could be reserved ahead.", name.document(), why);
        counter.failed(generation, ticker.nanos());
    }

    /** Judges a return of a range that was cut here; empty if the return is about another one. */
    Optional<ReturnRule.Verdict> giveBack(RangeReturn request) {
        AheadCounter counter = counters.get(request.counter().key());
        return counter == null ? Optional.empty() : counter.giveBack(request);
    }

    /** Stops cutting numbers of a counter that is about to be moved, and gives the rest back. */
    void drop(CounterName name) {
        AheadCounter counter = counters.get(name.key());
        if (counter != null) {
            drop(name, counter);
        }
    }

    private void drop(CounterName name, AheadCounter counter) {
        // The highest first: the counter then stands where the next one ends.
        counter.drop().forEach(range -> giveBack(name, range));
    }

    private void giveBack(CounterName name, NodeRange range) {
        if (range.left() == 0) {
            return;
        }
        try {
            Pending<Boolean> ignored =
                    engine.submit(new AheadReturn(name, range.last(), range.numbers()), Party.NOBODY);
        } catch (MintmarkException e) {
            LOG.debug("Numbers of {} that were reserved ahead are a gap.", name.document(), e);
        }
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

    /** Gives everything back; nothing is cut any more. */
    void close() {
        List<String> all = new ArrayList<>(counters.keySet());
        all.forEach(key -> drop(nameOf(key)));
    }
}
