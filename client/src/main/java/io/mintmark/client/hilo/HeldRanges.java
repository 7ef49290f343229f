package io.mintmark.client.hilo;

import io.mintmark.client.exceptions.InvalidReplyException;
import io.mintmark.range.Range;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The ranges that one client got of one counter: the highest number, the latest range, and the origin of each.
 *
 * <p>It also notices a reply that was given before, by a cache or a proxy in between: a range begins above the {@code
 * lastMax} of its request, and no lease comes twice. Safe for any number of threads.
 */
final class HeldRanges {
    /** Older ranges are forgotten: they stay a gap, and a reply that is as old is noticed by its numbers. */
    private static final int RANGES_MAX = 1_024;

    private final Map<Range, RangeOrigin> origins = new LinkedHashMap<>();
    private long lastMax;
    private @Nullable Range latest;

    /** Returns the highest number that this client had and did not give back; the next range begins above it. */
    synchronized long lastMax() {
        return lastMax;
    }

    /**
     * Refuses a range that does not lie above {@code lastMax}, because every server heeds that.
     *
     * @param askedWith the {@code lastMax} of the request
     * @throws InvalidReplyException if the range does not lie above it
     */
    static void requireAbove(long askedWith, NextRange next) {
        if (next.range().low() <= askedWith) {
            throw givenBefore(next, askedWith);
        }
    }

    /**
     * Records a new range.
     *
     * @param askedWith the {@code lastMax} of the request
     * @throws InvalidReplyException if this life of the database gave it before
     */
    synchronized void add(NextRange next, long askedWith) {
        Range range = next.range();
        RangeOrigin known = origins.remove(range);
        if (known != null && Objects.equals(known.life(), next.origin().life())) {
            origins.put(range, known);
            throw givenBefore(next, askedWith);
        }
        origins.put(range, next.origin());
        if (origins.size() > RANGES_MAX) {
            origins.remove(origins.keySet().iterator().next());
        }
        lastMax = Math.max(lastMax, range.high());
        latest = range;
    }

    private static InvalidReplyException givenBefore(NextRange next, long askedWith) {
        Range range = next.range();
        return new InvalidReplyException(
                next.origin().node(),
                "the range " + range.low() + " to " + range.high() + " was given before (lastMax=" + askedWith
                        + "); let no cache stand between",
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
        if (lastMax == range.high()) {
            lastMax = lastIssued;
        }
    }
}
