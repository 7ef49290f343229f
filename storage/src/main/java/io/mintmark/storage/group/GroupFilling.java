package io.mintmark.storage.group;

import io.mintmark.internal.Ticker;
import io.mintmark.storage.evaluation.ReadSet;
import java.util.List;

/**
 * Runs the work of a group, and decides how much goes into it. Used by the writer thread only.
 *
 * <p>What is run is in the group before: if it fails in a way that dooms all, it is told so with the others.
 */
final class GroupFilling {
    static final int PIECES_MAX = 512;
    /** Minimum time spent filling a group, so that its fsync pays off. */
    private static final long NANOS_MIN = 10_000_000;
    /** Time spent filling a group, as a multiple of the last fsync. */
    private static final int SYNCS = 4;
    /** Maximum time spent filling a group, so that later requests do not notice; one larger batch is a group alone. */
    private static final long NANOS_MAX = 50_000_000;
    /** The same maximum once a group holds work of several parties: none waits long for what another one sent. */
    private static final long NANOS_SHARED = 3_000_000;

    /**
     * Bytes of documents of a group that is complete before it runs; one larger batch and what came before it go along.
     */
    private static final long FETCHED_BYTES_MAX = 1L << 22;

    private final GroupStore store;
    private final WriteQueue queue;
    private final Ticker ticker;

    GroupFilling(GroupStore store, WriteQueue queue, Ticker ticker) {
        this.store = store;
        this.queue = queue;
        this.ticker = ticker;
    }

    /** Runs the only piece of {@code group} and what waits after it, which is added. */
    void run(List<PendingWork<?>> group, long syncNanos) {
        if (store.fetchesGroups()) {
            fetchAndRun(group);
        } else {
            runOneByOne(group, syncNanos);
        }
    }

    private void runOneByOne(List<PendingWork<?>> group, long syncNanos) {
        PendingWork<?> first = group.get(0);
        long begun = ticker.nanos();
        long groupNanos = Math.min(NANOS_MAX, Math.max(NANOS_MIN, SYNCS * syncNanos));
        PendingWork<?> next = first;
        long now = begun;
        while (next != null) {
            next.run();
            long before = now;
            now = ticker.nanos();
            if (!next.party().equals(first.party())) {
                groupNanos = Math.min(groupNanos, Math.max(NANOS_SHARED, syncNanos));
            }
            boolean more = group.size() < PIECES_MAX && now - begun < groupNanos;
            next = queue.charge(next.party(), now - before, more);
            if (next != null) {
                group.add(next);
            }
        }
    }

    /** What a piece costs is known only after the fetching, so turns go by what its party's pieces usually cost. */
    private void fetchAndRun(List<PendingWork<?>> group) {
        long bytes = group.get(0).bytes();
        PendingWork<?> waiting = queue.pollOnCredit();
        while (waiting != null) {
            group.add(waiting);
            bytes += waiting.bytes();
            waiting = group.size() < PIECES_MAX && bytes < FETCHED_BYTES_MAX ? queue.pollOnCredit() : null;
        }
        fetch(group);
        for (PendingWork<?> piece : group) {
            long begun = ticker.nanos();
            piece.run();
            queue.settle(piece.party(), ticker.nanos() - begun);
        }
    }

    private void fetch(List<PendingWork<?>> group) {
        if (store.fetchesGroups()) {
            ReadSet keys = new ReadSet();
            group.forEach(piece -> piece.announce(keys));
            store.fetch(keys);
        }
    }

    /** Runs all of {@code group} once more, and nothing else; it was charged for. */
    void runAgain(List<PendingWork<?>> group) {
        fetch(group);
        group.forEach(PendingWork::runAgain);
    }
}
