package io.mintmark.server.numbers;

import io.mintmark.counter.RangeSize;
import io.mintmark.counter.ReturnRule;
import io.mintmark.internal.Ticker;
import io.mintmark.storage.write.CounterName;
import io.mintmark.storage.write.RangeReturn;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How many ranges were given back, and how many numbers of them, by what became of them. Safe for any number of
 * threads.
 *
 * <p>A return from another life of its database (it was dropped and created again, or restored) does no harm, and tells
 * an operator that a client outlived it: it is logged as well, one line a minute at most.
 */
public final class ReturnCounts {
    private static final Logger LOG = LoggerFactory.getLogger(ReturnCounts.class);
    private static final long QUIET_NANOS = Duration.ofMinutes(1).toNanos();

    private final NumberCounts all;
    private final Tally accepted = new Tally();
    private final Map<ReturnRule.Reason, Tally> refused = new EnumMap<>(ReturnRule.Reason.class);
    private final AtomicLong quietUntil = new AtomicLong(Ticker.SYSTEM.nanos());

    /** Ranges of one outcome. */
    public static final class Tally {
        private final LongAdder ranges = new LongAdder();
        private final LongAdder numbers = new LongAdder();

        private void add(long unused) {
            ranges.increment();
            numbers.add(unused);
        }

        /** Returns how many ranges were given back. */
        public long ranges() {
            return ranges.sum();
        }

        /** Returns how many of their numbers nobody was issued, as their clients tell it. */
        public long numbers() {
            return numbers.sum();
        }
    }

    /** Counts gaps in {@code all}, too. */
    ReturnCounts(NumberCounts all) {
        this.all = all;
        for (ReturnRule.Reason reason : ReturnRule.Reason.values()) {
            refused.put(reason, new Tally());
        }
    }

    /** Counts a return to the database of that name. */
    void count(String database, RangeReturn returned, ReturnRule.Verdict verdict) {
        if (!(verdict instanceof ReturnRule.Verdict.Refused no)) {
            accepted.add(unused(returned));
            return;
        }
        of(no.reason()).add(unused(returned));
        all.lost(database, returned.counter(), unused(returned));
        if (no.reason() == ReturnRule.Reason.ANOTHER_LIFE) {
            tell(database, returned.counter());
        }
    }

    /** A client may tell anything; no range is longer than this. */
    private static long unused(RangeReturn returned) {
        boolean none = returned.last() < 0 || returned.end() <= returned.last();
        return none ? 0 : Math.min(returned.end() - returned.last(), RangeSize.MAX);
    }

    private Tally of(ReturnRule.Reason reason) {
        return Objects.requireNonNull(refused.get(reason));
    }

    private void tell(String database, CounterName counter) {
        long now = Ticker.SYSTEM.nanos();
        long until = quietUntil.get();
        if (now - until >= 0 && quietUntil.compareAndSet(until, now + QUIET_NANOS)) {
            LOG.info(
                    "A client gave a range of {} back that is of another life of the database {}, which was dropped and"
                            + " created again, or restored, since. Its numbers are a gap. There were {} such returns so far.",
                    counter.document(),
                    database,
                    of(ReturnRule.Reason.ANOTHER_LIFE).ranges());
        }
    }

    /**
     * Hands each outcome out: {@code accepted}, or the reason of a refusal in lower case, and its tally from now on.
     */
    public void forEach(BiConsumer<String, Tally> outcome) {
        outcome.accept("accepted", accepted);
        refused.forEach((reason, tally) ->
                outcome.accept(reason.name().toLowerCase(Locale.ROOT).replace('_', '-'), tally));
    }
}
