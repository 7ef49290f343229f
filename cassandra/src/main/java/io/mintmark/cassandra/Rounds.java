package io.mintmark.cassandra;

import io.mintmark.cassandra.CounterRow.Comparison;
import io.mintmark.internal.Backoff;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Rounds of a {@link CounterStream}, one at a time: each takes what waits to its answers, by one request that is done.
 *
 * <p>A request compares with the state that the row was last known to have, so most rounds cost one compare-and-set and
 * no read. A row that differs is planned for anew. An answer that is lost is looked for by {@link Resolution}. What
 * changes nothing is answered once a read showed the row unchanged, because nothing is concluded from a state that may
 * be old.
 */
final class Rounds {
    private static final int FAILURES_MAX = 8;

    /** Between attempts, in milliseconds, 10 to 640. */
    private static final Backoff BACKOFF = new Backoff(10, 6);

    private final String counter;
    private final CounterRow row;
    private final Supplier<UUID> names;
    private final Function<Long, CompletionStage<Void>> pause;
    private HeldRanges held = new HeldRanges();
    private @Nullable RowState known;

    /** Begins with a row that is {@code known}; a {@code pause} takes about as many milliseconds as it is told. */
    Rounds(
            String counter,
            CounterRow row,
            RowState known,
            Supplier<UUID> names,
            Function<Long, CompletionStage<Void>> pause) {
        this.counter = counter;
        this.row = row;
        this.known = known;
        this.names = names;
        this.pause = pause;
    }

    /** Answers each of {@code operations}; the stage that is returned ends when all are answered, and never fails. */
    CompletableFuture<Void> run(List<Operation<?>> operations) {
        Round round = new Round(operations);
        CompletableFuture<Void> over = new CompletableFuture<>();
        guarded(round::begin).whenComplete((done, failure) -> {
            if (failure != null) {
                round.fail(failure);
            }
            over.complete(null);
        });
        return over;
    }

    /** Turns what is thrown into a stage that failed. */
    private static <T> CompletionStage<T> guarded(Supplier<? extends CompletionStage<T>> step) {
        try {
            return step.get();
        } catch (RuntimeException | Error e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /** Goes on with what a stage came to; {@code failed} is told why, without the wrapping of stages. */
    private static <T, R> CompletionStage<R> then(
            Supplier<CompletionStage<T>> step,
            Function<T, CompletionStage<R>> done,
            Function<Throwable, CompletionStage<R>> failed) {
        return guarded(step)
                .handle((value, failure) ->
                        guarded(() -> failure == null ? done.apply(value) : failed.apply(unwrapped(failure))))
                .thenCompose(Function.identity());
    }

    private static Throwable unwrapped(Throwable failure) {
        Throwable cause = failure.getCause();
        return failure instanceof CompletionException && cause != null ? cause : failure;
    }

    /** One round; its steps follow each other, on whichever threads the store answers. */
    private final class Round {
        private List<Operation<?>> open;
        private int failures;

        Round(List<Operation<?>> operations) {
            this.open = operations;
        }

        CompletionStage<Void> begin() {
            RowState state = known;
            return state == null ? look() : plan(state);
        }

        private CompletionStage<Void> look() {
            return then(row::read, this::found, failure -> again(failure, this::look));
        }

        private CompletionStage<Void> found(Optional<RowState> state) {
            return plan(state.orElseThrow(() -> CounterTexts.isGone(counter)));
        }

        private CompletionStage<Void> plan(RowState state) {
            known = state;
            open = open.stream().filter(each -> !each.answer().isDone()).toList();
            Plan plan = Plan.of(counter, state, held, open, names.get());
            return plan.changes() ? send(plan) : confirm(plan);
        }

        private CompletionStage<Void> confirm(Plan plan) {
            return then(
                    row::read,
                    state -> state.equals(Optional.of(plan.begin())) ? settle(plan) : found(state),
                    failure -> again(failure, () -> confirm(plan)));
        }

        private CompletionStage<Void> send(Plan plan) {
            return then(
                    () -> row.compareAndSet(plan.begin(), plan.end()),
                    comparison -> compared(plan, comparison),
                    failure -> again(failure, () -> resolve(plan)));
        }

        private CompletionStage<Void> compared(Plan plan, Comparison comparison) {
            if (!(comparison instanceof Comparison.Differed differed)) {
                return settle(plan);
            }
            Optional<RowState> found = differed.state();
            if (found.equals(Optional.of(plan.begin()))) {
                Throwable absurd = new IllegalStateException("a row that is as expected was said to differ");
                return again(absurd, () -> resolve(plan));
            }
            found.ifPresent(state -> requireLeftByARequest(plan.begin(), state));
            return judge(plan, found);
        }

        /** A request leaves one state; a second one under its name was written past all requests. */
        private void requireLeftByARequest(RowState known, RowState found) {
            if (found.request().equals(known.request())) {
                throw CounterTexts.writtenOtherwise(counter, known + " became " + found);
            }
        }

        private CompletionStage<Void> resolve(Plan plan) {
            return then(row::read, state -> judge(plan, state), failure -> again(failure, () -> resolve(plan)));
        }

        private CompletionStage<Void> judge(Plan plan, Optional<RowState> state) {
            return switch (Resolution.of(plan.begin(), plan.end(), state)) {
                case DONE -> settle(plan);
                case NOT_YET -> send(plan);
                case OVERTAKEN -> {
                    giveUpReturnsIfUnknown();
                    yield found(state);
                }
            };
        }

        private CompletionStage<Void> settle(Plan plan) {
            known = plan.end();
            held = plan.settle();
            return CompletableFuture.completedFuture(null);
        }

        /** Numbers of a return whose answer was lost may be others' by now: they are held no more. */
        private void giveUpReturnsIfUnknown() {
            if (failures == 0) {
                return;
            }
            for (Operation<?> each : open) {
                if (each instanceof Operation.GiveBack giveBack) {
                    held.release(giveBack.range(), giveBack.lastIssued());
                    giveBack.answer().completeExceptionally(CounterTexts.returnUnknown(counter));
                }
            }
        }

        /** Waits and goes on, unless that is in vain. */
        private CompletionStage<Void> again(Throwable failure, Supplier<CompletionStage<Void>> step) {
            failures++;
            boolean inVain = failure instanceof RefusedByStoreException
                    || failure instanceof UnsafeCounterException
                    || failures >= FAILURES_MAX;
            return inVain
                    ? CompletableFuture.failedFuture(failure)
                    : pause.apply(BACKOFF.after(failures - 1)).thenCompose(nothing -> guarded(step));
        }

        /** Answers everybody who has no answer yet; the row may change later, so it is read before it is used again. */
        void fail(Throwable thrown) {
            known = null;
            Throwable failure = unwrapped(thrown);
            for (Operation<?> each : open) {
                if (each instanceof Operation.GiveBack giveBack) {
                    held.release(giveBack.range(), giveBack.lastIssued());
                }
                each.answer().completeExceptionally(told(each.verb(), failure));
            }
        }

        private RuntimeException told(String verb, Throwable failure) {
            if (failure instanceof UnsafeCounterException unsafe) {
                return unsafe;
            }
            return failure instanceof RefusedByStoreException
                    ? CounterTexts.refused(counter, verb, failure)
                    : CounterTexts.unanswered(counter, verb, failures, failure);
        }
    }
}
