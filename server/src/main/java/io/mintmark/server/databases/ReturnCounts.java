package io.mintmark.server.databases;

import io.mintmark.counter.ReturnRule;
import io.mintmark.internal.Ticker;
import io.mintmark.server.storage.counter.CounterName;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How many ranges were given back, by what became of them. Safe for any number of threads.
 *
 * <p>A return from another life of its database (it was dropped and created again, or restored) does no harm, and tells an
 * operator that a client outlived it: it is logged as well, one line a minute at most.
 */
public final class ReturnCounts {
    private static final Logger LOG = LoggerFactory.getLogger(ReturnCounts.class);
    private static final long QUIET_NANOS = Duration.ofMinutes(1).toNanos();

    private final LongAdder accepted = new LongAdder();
    private final Map<ReturnRule.Reason, LongAdder> refused = new EnumMap<>(ReturnRule.Reason.class);
    private final AtomicLong quietUntil = new AtomicLong(Ticker.SYSTEM.nanos());

    /** Begins to count at zero. */
    public ReturnCounts() {
        for (ReturnRule.Reason reason : ReturnRule.Reason.values()) {
            refused.put(reason, new LongAdder());
        }
    }

    /** Counts a return to {@code counter} of the database of that name. */
    void count(String database, CounterName counter, ReturnRule.Verdict verdict) {
        if (!(verdict instanceof ReturnRule.Verdict.Refused no)) {
            accepted.increment();
            return;
        }
        of(no.reason()).increment();
        if (no.reason() == ReturnRule.Reason.ANOTHER_LIFE) {
            tell(database, counter);
        }
    }

    private LongAdder of(ReturnRule.Reason reason) {
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
                    of(ReturnRule.Reason.ANOTHER_LIFE).sum());
        }
    }

    /** Hands each outcome out: {@code accepted}, or the reason of a refusal in lower case, and its count from now on. */
    public void forEach(BiConsumer<String, LongSupplier> outcome) {
        outcome.accept("accepted", accepted::sum);
        refused.forEach((reason, count) ->
                outcome.accept(reason.name().toLowerCase(Locale.ROOT).replace('_', '-'), count::sum));
    }
}
