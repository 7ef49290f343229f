package io.mintmark.client.hilo;

import io.mintmark.client.exceptions.InvalidReplyException;
import io.mintmark.counter.NumberSlice;
import io.mintmark.range.Range;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The ranges that one client got of one counter: how far it came, the latest range, and the origin of each.
 *
 * <p>It also notices a reply that was given before, by a cache or a proxy in between: a range begins above what the
 * client had when it asked, and no lease comes twice. Safe for any number of threads.
 *
 * <p>A server that is cut off from its store gives numbers of its {@link NumberSlice}, and lower ones once it is not.
 * So how far the client came is kept for the ordinary numbers, and for each slice by itself: no slice hides the highest
 * ordinary number, which alone a server is told.
 */
final class HeldRanges {
    /** Older ranges are forgotten: they stay a gap, and a reply that is as old is noticed by its numbers. */
    private static final int RANGES_MAX = 1_024;

    /** A slice is a claim's, and a node makes few; the one that was reached first is forgotten. */
    private static final int SLICES_MAX = 64;

    private static final Reached NOTHING = new Reached(0, Map.of());

    private final Map<Range, RangeOrigin> origins = new LinkedHashMap<>();
    private Reached reached = NOTHING;
    private @Nullable Range latest;

    /**
     * How far a client had come at one moment; immutable.
     *
     * @param lastMax the highest ordinary number that it had and did not give back; the next range begins above it
     * @param slices the highest number of each slice, by its epoch
     */
    record Reached(long lastMax, Map<Long, Long> slices) {
        /** Returns the same with another {@code lastMax}. */
        Reached asking(long otherMax) {
            return new Reached(otherMax, slices);
        }

        private long highestBeside(Range range) {
            return NumberSlice.has(range.low()) ? slices.getOrDefault(NumberSlice.epochOf(range.low()), 0L) : lastMax;
        }

        private Reached with(Range range) {
            long highest = Math.max(highestBeside(range), range.high());
            if (!NumberSlice.has(range.low())) {
                return new Reached(highest, slices);
            }
            Map<Long, Long> next = new LinkedHashMap<>(slices);
            next.put(NumberSlice.epochOf(range.low()), highest);
            if (next.size() > SLICES_MAX) {
                next.remove(next.keySet().iterator().next());
            }
            return new Reached(lastMax, next);
        }
    }

    /** Returns how far this client came: take it before a request is sent, whose reply is judged by it. */
    synchronized Reached reached() {
        return reached;
    }

    /**
     * Refuses a range that does not lie above what the client had of those numbers, because every server heeds that.
     *
     * @param asked how far the client had come when it asked
     * @throws InvalidReplyException if the range does not lie above it
     */
    static void requireAbove(Reached asked, NextRange next) {
        if (next.range().low() <= asked.highestBeside(next.range())) {
            throw givenBefore(next, asked);
        }
    }

    /**
     * Records a new range.
     *
     * @param asked how far the client had come when it asked
     * @throws InvalidReplyException if this life of the database gave it before
     */
    synchronized void add(NextRange next, Reached asked) {
        Range range = next.range();
        RangeOrigin known = origins.remove(range);
        if (known != null && Objects.equals(known.life(), next.origin().life())) {
            origins.put(range, known);
            throw givenBefore(next, asked);
        }
        origins.put(range, next.origin());
        if (origins.size() > RANGES_MAX) {
            origins.remove(origins.keySet().iterator().next());
        }
        reached = reached.with(range);
        latest = range;
    }

    private static InvalidReplyException givenBefore(NextRange next, Reached asked) {
        Range range = next.range();
        return new InvalidReplyException(
                next.origin().node(),
                "the range " + range.low() + " to " + range.high() + " was given before (lastMax="
                        + asked.highestBeside(range) + "); let no cache stand between",
                null);
    }

    /** Returns the origin of a range, or null if it is not among the last ones. */
    synchronized @Nullable RangeOrigin originOf(Range range) {
        return origins.get(range);
    }

    /**
     * Returns whether this is the latest range, once: from then on there is no latest range until the next one comes.
     */
    synchronized boolean takeLatest(Range range) {
        boolean isLatest = range.equals(latest);
        if (isLatest) {
            latest = null;
        }
        return isLatest;
    }

    /** Records that the server took the numbers after {@code lastIssued} back: they may come again. */
    synchronized void givenBack(Range range, long lastIssued) {
        if (reached.lastMax() == range.high()) {
            reached = reached.asking(lastIssued);
        }
    }
}
