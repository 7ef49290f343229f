package io.mintmark.storage.postgresql.write;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The line from which both lanes of a node draw the numbers of their writes: none is drawn twice, whichever lane asks.
 * Each lane commits its own in order; between the two there is none. Safe for any number of threads.
 */
final class NodeEtags {
    private final AtomicLong last;
    private volatile long lifted;

    /** Goes on above {@code last}. */
    NodeEtags(long last) {
        this.last = new AtomicLong(last);
    }

    long next() {
        return last.incrementAndGet();
    }

    /** Draws later etags above {@code peersEtag}, so that what is written later on this node is also listed later. */
    synchronized void lift(long peersEtag) {
        lifted = Math.max(lifted, peersEtag);
        last.accumulateAndGet(peersEtag, Math::max);
    }

    /** Returns what the latest lift asked for. */
    long lifted() {
        return lifted;
    }
}
