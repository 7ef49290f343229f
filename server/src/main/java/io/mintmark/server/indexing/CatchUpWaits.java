package io.mintmark.server.indexing;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Those who wait until an index has caught up with what was committed before. Thread-safe. */
final class CatchUpWaits {
    /** Guarded by this. */
    private final List<Wait> waits = new ArrayList<>();

    /** Somebody who waits until {@code wanted} tellings are indexed. */
    private record Wait(long wanted, CompletableFuture<Boolean> isIndexed) {}

    /**
     * Returns what becomes true once {@code wanted} tellings are indexed, or false if the end comes first; forgotten
     * when somebody completes it who gives up.
     */
    CompletableFuture<Boolean> begin(long wanted) {
        Wait wait = new Wait(wanted, new CompletableFuture<>());
        synchronized (this) {
            waits.add(wait);
        }
        CompletableFuture<Boolean> ignored = wait.isIndexed.whenComplete((any, failure) -> forget(wait));
        return wait.isIndexed;
    }

    private synchronized void forget(Wait gone) {
        boolean ignored = waits.remove(gone);
    }

    synchronized boolean isEmpty() {
        return waits.isEmpty();
    }

    /**
     * Answers those whose wait is over now that {@code reached} tellings are indexed. What follows their answers runs
     * here.
     */
    void answer(long reached) {
        for (Wait wait : takeUpTo(reached)) {
            boolean ignored = wait.isIndexed.complete(true);
        }
    }

    /** Answers all that are left that nothing is indexed any more. */
    void end() {
        for (Wait wait : takeUpTo(Long.MAX_VALUE)) {
            boolean ignored = wait.isIndexed.complete(false);
        }
    }

    private synchronized List<Wait> takeUpTo(long reached) {
        List<Wait> over = waits.stream().filter(wait -> wait.wanted <= reached).toList();
        waits.removeAll(over);
        return over;
    }
}
