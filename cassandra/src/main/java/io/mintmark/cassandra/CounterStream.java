package io.mintmark.cassandra;

import io.mintmark.range.Range;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * The one stream of requests with which this process moves one counter.
 *
 * <p>Everything that waits while a request is under way is merged into the next one, so that the process never
 * contends with itself and one compare-and-set serves any number of callers. Callers are answered in the order in which
 * they came. It has no thread of its own: the caller that finds it idle begins, and the driver's threads go on. Safe
 * for any number of threads.
 */
final class CounterStream {
    private final Rounds rounds;
    private final Deque<Operation<?>> waiting = new ArrayDeque<>();
    private boolean running;

    CounterStream(Rounds rounds) {
        this.rounds = rounds;
    }

    CompletableFuture<Range> reserve(long size, long ceiling) {
        return submit(new Operation.Reserve(size, ceiling, new CompletableFuture<>()));
    }

    CompletableFuture<Boolean> giveBack(Range range, long lastIssued) {
        return submit(new Operation.GiveBack(range, lastIssued, new CompletableFuture<>()));
    }

    CompletableFuture<Long> raise(long atLeast, long ceiling) {
        return submit(new Operation.Raise(atLeast, ceiling, new CompletableFuture<>()));
    }

    private <T> CompletableFuture<T> submit(Operation<T> operation) {
        synchronized (waiting) {
            waiting.add(operation);
            if (running) {
                return operation.answer();
            }
            running = true;
        }
        run();
        return operation.answer();
    }

    /** Runs round after round; one that is not over when it was begun goes on by itself, and comes back here. */
    @SuppressWarnings("FutureReturnValueIgnored") // a round never fails: it answers those that it is for
    private void run() {
        while (true) {
            List<Operation<?>> next = takeWaiting();
            if (next.isEmpty()) {
                return;
            }
            CompletableFuture<Void> round = rounds.run(next);
            if (!round.isDone()) {
                round.thenRun(this::run);
                return;
            }
        }
    }

    private List<Operation<?>> takeWaiting() {
        synchronized (waiting) {
            List<Operation<?>> taken = new ArrayList<>(waiting);
            waiting.clear();
            running = !taken.isEmpty();
            return taken;
        }
    }
}
