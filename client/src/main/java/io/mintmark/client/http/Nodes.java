package io.mintmark.client.http;

import io.mintmark.client.exceptions.UnknownOutcomeException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The nodes in the server's order, and which of them rest because they failed lately.
 *
 * <p>A node that failed comes last for a second, twice as long after each further failure, half a minute at most. When
 * its rest is over, one request tries it first; the others go on elsewhere until that one succeeded. The addresses that
 * the user gave stay at the end, in case the ones the server names cannot be reached from here. Safe for any number of
 * threads.
 */
final class Nodes {
    private static final long REST_NANOS_MIN = Duration.ofSeconds(1).toNanos();
    private static final int REST_DOUBLINGS_MAX = 5;

    private final List<URI> given;
    private final Ticker ticker;
    private final Map<URI, Rest> rests = new HashMap<>();
    private List<URI> preferred;

    /** How often in a row a node failed, and until when it rests. */
    private record Rest(int failures, long untilNanos) {
        static Rest from(long now, int failures) {
            return new Rest(failures, now + (REST_NANOS_MIN << Math.min(failures - 1, REST_DOUBLINGS_MAX)));
        }
    }

    Nodes(List<URI> given, Ticker ticker) {
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

    /** Takes over the server's order. */
    synchronized void prefer(List<URI> inServersOrder) {
        Set<URI> all = new LinkedHashSet<>(inServersOrder);
        all.addAll(given);
        preferred = List.copyOf(all);
        rests.keySet().retainAll(all);
    }

    /** Takes note of how a node fared: one that did not answer in good health rests, if it does not already. */
    synchronized void note(URI node, Verdict verdict) {
        if (!speaksAgainst(verdict)) {
            rests.remove(node);
        } else if (preferred.contains(node)) {
            rests.putIfAbsent(node, Rest.from(ticker.nanos(), 1));
        }
    }

    /** Tells whether such an attempt speaks against its node, not against the request. */
    static boolean speaksAgainst(Verdict verdict) {
        return verdict instanceof Verdict.Elsewhere elsewhere
                ? !elsewhere.healthy()
                : verdict instanceof Verdict.Refused refused && refused.failure() instanceof UnknownOutcomeException;
    }
}
