package io.mintmark.server.indexing;

import io.mintmark.storage.index.NodePositions;
import io.mintmark.storage.index.SharedLook;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * Waits until an index has followed what all nodes had committed, whichever of them computes it. Thread-safe.
 *
 * <p>The first look that begins after a question says how far it must come; each later one, how far it has come.
 */
final class IndexArrivals implements AutoCloseable {
    /** What was seen before the first look. */
    static final SharedLook NOTHING = new SharedLook(0, NodePositions.NONE, NodePositions.NONE, Map.of());

    /** No index has this number. */
    private static final long LIST = -1;

    private final WakeupSignal poke;
    private final List<Waiting> waiting = new CopyOnWriteArrayList<>();
    private volatile boolean closed;

    IndexArrivals(WakeupSignal poke) {
        this.poke = poke;
    }

    /** Somebody who waits for an index; changed by the thread that looks. */
    static final class Waiting {
        private final long number;
        private final CompletableFuture<Boolean> reached = new CompletableFuture<>();
        private @Nullable NodePositions wanted;

        Waiting(long number) {
            this.number = number;
        }
    }

    /**
     * Returns what becomes true once an index has followed everything that was committed before this call, or false if
     * that is not known any more. It may be completed by somebody who gives up.
     */
    CompletableFuture<Boolean> of(long number) {
        Waiting next = new Waiting(number);
        waiting.add(next);
        CompletableFuture<Boolean> ignored = next.reached.whenComplete((any, failure) -> waiting.remove(next));
        if (closed) {
            boolean unused = next.reached.complete(false);
        }
        poke.now();
        return next.reached;
    }

    /**
     * Returns what becomes true once the list is here as it was when this was called, or false if that is not known any
     * more.
     */
    CompletableFuture<Boolean> ofList() {
        return of(LIST);
    }

    /** Likewise, or as soon as {@code here} says so: a worker of this node, which knows first. */
    CompletableFuture<Boolean> of(long number, Optional<CompletableFuture<Boolean>> here) {
        CompletableFuture<Boolean> reached = of(number);
        here.ifPresent(worker -> {
            CompletableFuture<?> ignored = worker.whenComplete((isIndexed, failure) -> {
                if (Boolean.TRUE.equals(isIndexed)) {
                    boolean unused = reached.complete(true);
                }
            });
            CompletableFuture<?> alsoIgnored = reached.whenComplete((any, failure) -> worker.complete(false));
        });
        return reached;
    }

    boolean areAwaited() {
        return !waiting.isEmpty();
    }

    /** Returns those who wait already. */
    List<Waiting> asked() {
        return List.copyOf(waiting);
    }

    /** Answers those of {@code asked} whose wait is over by {@code look}, which began after their questions. */
    void settle(List<Waiting> asked, SharedLook look) {
        asked.forEach(each -> settle(each, look));
    }

    private static void settle(Waiting each, SharedLook look) {
        if (each.number == LIST) {
            boolean ignored = each.reached.complete(true);
            return;
        }
        NodePositions wanted = each.wanted;
        if (wanted == null) {
            wanted = look.written();
            each.wanted = wanted;
        }
        SharedLook.State state = look.indexes().get(each.number);
        if (state == null) {
            boolean ignored = each.reached.complete(false);
        } else if (state.position().covers(wanted)) {
            boolean ignored = each.reached.complete(true);
        }
    }

    @Override
    public void close() {
        closed = true;
        waiting.forEach(each -> {
            boolean ignored = each.reached.complete(false);
        });
    }
}
