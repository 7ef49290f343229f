package io.mintmark.server.storage.ahead;

import io.mintmark.server.storage.Party;
import io.mintmark.server.storage.Pending;

/** Counters of an engine that several nodes share, as one of them uses them for itself. Safe for any number of threads. */
public interface AheadCounters {
    /**
     * Reserves numbers for this node, and returns before that is durable.
     *
     * <p>Holds: once it is settled, no number of them was or will be part of another reservation, except by the return below. No
     * message of a client gives any of them back.
     */
    Pending<NumbersAhead> submit(AheadRequest request, Party party);

    /**
     * Gives the rest of such numbers back, of which the node hands out nothing any more; returns whether it was taken. Otherwise
     * it is a gap: somebody reserved after them, or edited the counter.
     */
    Pending<Boolean> submit(AheadReturn request, Party party);
}
