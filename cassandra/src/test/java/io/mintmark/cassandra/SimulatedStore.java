package io.mintmark.cassandra;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A row and a network in memory: each message waits until a seed picks it, and may be lost, done and not answered, done
 * long after its sender gave it up, or done twice.
 *
 * <p>Used by one thread. What a request does when it arrives is what a lightweight transaction does.
 */
final class SimulatedStore {
    private final SplittableRandom random;
    private final double faults;
    private final List<Runnable> onTheWay = new ArrayList<>();
    private RowState state;
    private int unanswered;
    private int lateOrTwice;

    SimulatedStore(SplittableRandom random, double faults) {
        this.random = random;
        this.faults = faults;
        this.state = new RowState(0, 0, name());
    }

    RowState state() {
        return state;
    }

    /** Returns the number of answers that were lost. */
    int unanswered() {
        return unanswered;
    }

    /** Returns the number of requests that arrived once more, or after their sender was told that they failed. */
    int lateOrTwice() {
        return lateOrTwice;
    }

    UUID name() {
        return new UUID(random.nextLong(), random.nextLong());
    }

    /** Delivers one message, and returns whether there was one. */
    boolean step() {
        if (onTheWay.isEmpty()) {
            return false;
        }
        int last = onTheWay.size() - 1;
        Runnable picked = onTheWay.set(random.nextInt(onTheWay.size()), onTheWay.get(last));
        onTheWay.remove(last);
        picked.run();
        return true;
    }

    /** Returns a wait that ends when the seed picks it. */
    CompletionStage<Void> pause() {
        CompletableFuture<Void> over = new CompletableFuture<>();
        onTheWay.add(() -> over.complete(null));
        return over;
    }

    /** Returns the row as a process sees it. */
    CounterRow row() {
        return new Row();
    }

    /** Returns the row as a process sees it whose requests compare the number alone. */
    CounterRow rowThatComparesNumbers() {
        return new Row() {
            @Override
            boolean matches(RowState expected) {
                return expected.max() == state.max();
            }
        };
    }

    /** Returns the row as a process sees it that knows its own request by the number that it asked for. */
    CounterRow rowThatResolvesByNumber() {
        return new Row() {
            private @Nullable RowState asked;

            @Override
            public CompletionStage<Comparison> compareAndSet(RowState expected, RowState next) {
                asked = next;
                return super.compareAndSet(expected, next)
                        .thenApply(comparison -> comparison instanceof Comparison.Differed differed
                                ? new Comparison.Differed(differed.state().map(this::mistaken))
                                : comparison);
            }

            @Override
            public CompletionStage<Optional<RowState>> read() {
                return super.read().thenApply(found -> found.map(this::mistaken));
            }

            private RowState mistaken(RowState found) {
                RowState wanted = asked;
                return wanted != null && wanted.max() == found.max()
                        ? new RowState(found.max(), found.serial(), wanted.request())
                        : found;
            }
        };
    }

    private class Row implements CounterRow {
        boolean matches(RowState expected) {
            return expected.equals(state);
        }

        @Override
        public CompletionStage<Optional<RowState>> read() {
            return message(() -> Optional.of(state));
        }

        @Override
        public CompletionStage<Comparison> compareAndSet(RowState expected, RowState next) {
            return message(() -> {
                if (!matches(expected)) {
                    return new Comparison.Differed(Optional.of(state));
                }
                state = next;
                return new Comparison.Matched();
            });
        }
    }

    private <T> CompletionStage<T> message(java.util.function.Supplier<T> work) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        double luck = random.nextDouble();
        if (luck >= faults) {
            onTheWay.add(() -> answer.complete(work.get()));
            return answer;
        }
        unanswered++;
        switch (random.nextInt(4)) {
            case 0 -> onTheWay.add(() -> lose(answer)); // and the request as well
            case 1 ->
                onTheWay.add(() -> {
                    Objects.requireNonNull(work.get());
                    lose(answer);
                });
            case 2 -> {
                lateOrTwice++;
                onTheWay.add(() -> lose(answer));
                onTheWay.add(() -> Objects.requireNonNull(work.get()));
            }
            default -> {
                lateOrTwice++;
                unanswered--;
                onTheWay.add(() -> answer.complete(work.get()));
                onTheWay.add(() -> Objects.requireNonNull(work.get()));
            }
        }
        return answer;
    }

    private static void lose(CompletableFuture<?> answer) {
        answer.completeExceptionally(new IllegalStateException("no answer"));
    }
}
