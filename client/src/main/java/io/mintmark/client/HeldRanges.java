package io.mintmark.client;

import io.mintmark.client.exceptions.InvalidReplyException;
import io.mintmark.range.Range;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What one client knows of the ranges it got: the highest number, the latest range, and where each came from.
 *
 * <p>It also notices a reply that was given before, by a cache or a proxy in between: a range begins above the {@code
 * lastMax} it was asked with, and no lease comes twice. Safe for any number of threads.
 */
final class HeldRanges {
    /** Older ranges are forgotten: they go back by way of any node, and a reply that old is noticed by its numbers. */
    private static final int RANGES_MAX = 1_024;

    private final Map<Range, URI> nodes = new LinkedHashMap<>();
    private long lastMax;
    private @Nullable Range latest;

    /** Returns the highest number this client had and did not give back; the next range begins above it. */
    synchronized long lastMax() {
        return lastMax;
    }

    /**
     * Takes note of a new range.
     *
     * @param askedWith the {@code lastMax} that it was asked with
     * @throws InvalidReplyException if it cannot be new
     */
    synchronized void add(NextRange next, long askedWith) {
        Range range = next.range();
        if (range.low() <= askedWith || nodes.containsKey(range)) {
            throw new InvalidReplyException(
                    next.node(),
                    "the range " + range.low() + " to " + range.high() + " was given before (lastMax=" + askedWith
                            + "); let no cache stand between",
                    null);
        }
        nodes.put(range, next.node());
        if (nodes.size() > RANGES_MAX) {
            nodes.remove(nodes.keySet().iterator().next());
        }
        lastMax = Math.max(lastMax, range.high());
        latest = range;
    }

    /** Returns the node that a range came from, if it was among the last ones. */
    synchronized Optional<URI> nodeOf(Range range) {
        return Optional.ofNullable(nodes.get(range));
    }

    /** Tells whether this is the latest range, which then is nobody's latest any more: it can be tried once. */
    synchronized boolean takeLatest(Range range) {
        boolean isLatest = range.equals(latest);
        if (isLatest) {
            latest = null;
        }
        return isLatest;
    }

    /** Takes note that the server took the numbers behind {@code lastIssued} back: they may come again. */
    synchronized void givenBack(Range range, long lastIssued) {
        if (lastMax == range.high()) {
            lastMax = lastIssued;
        }
    }
}
