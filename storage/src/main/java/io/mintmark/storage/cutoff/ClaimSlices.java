package io.mintmark.storage.cutoff;

import io.mintmark.counter.NumberSlice;
import io.mintmark.document.KeyForm;
import io.mintmark.document.NodeTag;
import io.mintmark.storage.StorageUnreachableException;
import io.mintmark.storage.lease.NumberAnswer;
import io.mintmark.storage.lease.NumberAnswer.OfSlice;
import io.mintmark.storage.lease.NumberAnswer.OfSlice.Standing;
import io.mintmark.storage.write.CounterName;
import io.mintmark.storage.write.Lease;
import io.mintmark.storage.write.RangeRequest;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The slice of a node's claim, and how far it was cut for each counter of each database. One a claim, which lives as
 * long as the process; safe for any number of threads.
 *
 * <p>{@link NumberSlice} has the argument why no number repeats. What it owes to that is here: a place that was cut to
 * is never forgotten and never goes back, so it is kept by names, beyond every life of a database. It is kept for
 * {@value #COUNTERS_MAX} counters; further ones are refused, because strangers may invent names.
 */
public final class ClaimSlices {
    private static final Logger LOG = LoggerFactory.getLogger(ClaimSlices.class);

    static final int COUNTERS_MAX = 1 << 18;

    private final NodeTag node;
    private final long epoch;
    private final @Nullable NumberSlice slice;
    private final AtomicLong serials;
    private final InstantSource clock;
    private final LongFunction<Optional<NodeTag>> others;
    private final ConcurrentMap<Place, AtomicLong> cut = new ConcurrentHashMap<>();
    private final AtomicBoolean told = new AtomicBoolean();
    private final AtomicLong rangesOfOutage = new AtomicLong();

    /** A counter, by the key forms of names. */
    private record Place(String database, String counter) {}

    /**
     * Owns the slice of a claim, if its epoch has one.
     *
     * @param node the tag that the claim is of
     * @param epoch of the claim
     * @param serialsAfter the serials of leases that follow are this object's
     * @param clock the server's clock
     * @param others finds the node that made another claim and lives
     */
    public ClaimSlices(
            NodeTag node, long epoch, long serialsAfter, InstantSource clock, LongFunction<Optional<NodeTag>> others) {
        this.node = node;
        this.epoch = epoch;
        this.slice = NumberSlice.of(epoch).orElse(null);
        this.serials = new AtomicLong(serialsAfter);
        this.clock = clock;
        this.others = others;
    }

    /**
     * Cuts the next range; the last one of a slice may be shorter than what is asked for.
     *
     * @throws StorageUnreachableException if the slice has no number left for the counter; only the engine has more
     */
    Lease cut(String database, RangeRequest request) {
        NumberSlice mine = slice;
        if (mine == null) {
            throw refusal("its claim " + epoch + " has no slice: only those up to " + NumberSlice.EPOCH_MAX + " have");
        }
        AtomicLong last =
                place(new Place(KeyForm.of(database), request.counter().key()), mine.low() - 1);
        long before = last.getAndUpdate(reached -> Math.min(mine.high(), reached + request.size()));
        if (before >= mine.high()) {
            throw refusal("its slice of " + request.counter().document() + " is used up to " + mine.high());
        }
        tellOnce(mine);
        rangesOfOutage.incrementAndGet();
        long high = Math.min(mine.high(), before + request.size());
        return new Lease(serials.incrementAndGet(), before + 1, high, node, clock.instant());
    }

    /** It is never removed: a place that was forgotten would be cut from its beginning again. */
    private AtomicLong place(Place place, long begin) {
        AtomicLong known = cut.get(place);
        if (known == null && cut.size() >= COUNTERS_MAX) {
            throw refusal("it has given numbers of its slice to " + COUNTERS_MAX + " counters, which is as many as it"
                    + " remembers");
        }
        return known == null ? cut.computeIfAbsent(place, any -> new AtomicLong(begin)) : known;
    }

    private static StorageUnreachableException refusal(String why) {
        return new StorageUnreachableException(
                "This node is cut off from its engine, and " + why + ". Ask another node, or try again in a moment.",
                new IllegalStateException("the engine is not there for this node"));
    }

    private void tellOnce(NumberSlice mine) {
        if (!told.get() && told.compareAndSet(false, true)) {
            LOG.warn(
                    "This node is cut off, and gives out numbers of its slice where it owns no others: {} to {} of each"
                            + " counter are of its claim {}.",
                    mine.low(),
                    mine.high(),
                    epoch);
        }
    }

    /** Takes note that the engine is there again: what is cut after this is of another outage. */
    public void healed() {
        if (told.compareAndSet(true, false)) {
            LOG.info(
                    "Ranges come from the counters again; {} were of this node's slice meanwhile.",
                    rangesOfOutage.getAndSet(0));
        }
    }

    /** Returns what this node knows of the holder of a number of any slice. */
    NumberAnswer holderOf(String database, CounterName counter, long number) {
        long owner = NumberSlice.epochOf(number);
        if (owner != epoch) {
            return new OfSlice(owner, others.apply(owner).orElse(null), Standing.ANOTHER_CLAIM);
        }
        AtomicLong last = cut.get(new Place(KeyForm.of(database), counter.key()));
        boolean isCut = last != null && number <= last.get();
        return new OfSlice(epoch, node, isCut ? Standing.HANDED_OUT : Standing.NOT_HANDED_OUT);
    }
}
