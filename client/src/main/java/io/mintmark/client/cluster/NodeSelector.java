package io.mintmark.client.cluster;

import io.mintmark.client.exceptions.UnknownOutcomeException;
import io.mintmark.internal.Backoff;
import io.mintmark.internal.Ticker;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Orders the nodes for each request: the server's order, but nodes that failed lately rest at the end.
 *
 * <p>A node that failed comes last for a second, and twice as long after each further failure, up to half a minute.
 * When its rest is over, one request tries it first; the others go on elsewhere until that one succeeded. The addresses
 * that the user gave stay at the end, because the server may name nodes that cannot be reached from here. Safe for any
 * number of threads.
 */
final class NodeSelector {
    private static final Backoff REST_NANOS = new Backoff(Duration.ofSeconds(1).toNanos(), 5);

    private final List<URI> given;
    private final Ticker ticker;
    private final Map<URI, Rest> rests = new HashMap<>();
    private List<URI> preferred;

    /** The failures of a node in a row, and the end of its rest. */
    private record Rest(int failures, long untilNanos) {
        static Rest from(long now, int failures) {
            return new Rest(failures, now + REST_NANOS.after(failures - 1));
        }
    }

    NodeSelector(List<URI> given, Ticker ticker) {
        this.given = given;
        this.ticker = ticker;
        this.preferred = given;
    }

    /** Returns all nodes, the one to ask first at the front. */
    synchronized List<URI> inOrder() {
        long now = ticker.nanos();
        List<URI> ready = new ArrayList<>();
        List<URI> resting = new ArrayList<>();
        for (URI node : preferred) {
            Rest rest = rests.get(node);
            if (rest != null && now - rest.untilNanos < 0) {
                resting.add(node);
            } else {
                if (rest != null) { // this request tries it; until it succeeds the others go elsewhere
                    rests.put(node, Rest.from(now, rest.failures + 1));
                }
                ready.add(node);
            }
        }
        ready.addAll(resting);
        return ready;
    }

    /** Returns whether there is another node to go to. */
    synchronized boolean areSeveral() {
        return preferred.size() > 1;
    }

    /** Takes over the server's order. */
    synchronized void prefer(List<URI> inServersOrder) {
        Set<URI> all = new LinkedHashSet<>(inServersOrder);
        all.addAll(given);
        preferred = List.copyOf(all);
        rests.keySet().retainAll(all);
    }

    /** Records how a node fared: a node that failed begins to rest, if it does not rest already. */
    synchronized void note(URI node, NextStep decision) {
        if (!speaksAgainst(decision)) {
            rests.remove(node);
        } else if (preferred.contains(node)) {
            rests.putIfAbsent(node, Rest.from(ticker.nanos(), 1));
        }
    }

    /** Returns whether an attempt speaks against its node, not against the request. */
    static boolean speaksAgainst(NextStep decision) {
        return decision instanceof NextStep.Retry retry
                ? !retry.healthy()
                : decision instanceof NextStep.Fail fail && fail.failure() instanceof UnknownOutcomeException;
    }
}
