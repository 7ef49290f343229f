package io.mintmark.cassandra;

import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** A row in memory that several programs share, and that counts its changes. */
final class RowInMemory implements CounterRow {
    private final AtomicReference<Optional<RowState>> state =
            new AtomicReference<>(Optional.of(new RowState(0, 0, UUID.randomUUID())));
    private final AtomicInteger compared = new AtomicInteger();
    private final Executor answering;

    /** Creates a row whose answers come by those threads. */
    RowInMemory(Executor answering) {
        this.answering = answering;
    }

    int compared() {
        return compared.get();
    }

    RowState state() {
        return held().orElseThrow();
    }

    private Optional<RowState> held() {
        return Objects.requireNonNull(state.get());
    }

    void set(Optional<RowState> other) {
        state.set(other);
    }

    /** Opens the counter as one more program does. */
    CassandraCounter open(long ceiling) {
        CounterStream stream = new CounterStream(new Rounds(
                "in memory", this, state(), UUID::randomUUID, millis -> CompletableFuture.completedFuture(null)));
        Durability none = new Durability(Durability.Level.BEST_EFFORT, "in memory");
        return new CassandraCounter("in memory", stream, none, java.time.Duration.ofMinutes(1), ceiling);
    }

    @Override
    public CompletionStage<Optional<RowState>> read() {
        return CompletableFuture.supplyAsync(this::held, answering);
    }

    @Override
    public CompletionStage<Comparison> compareAndSet(RowState expected, RowState next) {
        return CompletableFuture.supplyAsync(
                () -> {
                    compared.incrementAndGet();
                    Optional<RowState> found = held();
                    boolean matched =
                            found.equals(Optional.of(expected)) && state.compareAndSet(found, Optional.of(next));
                    return matched ? new Comparison.Matched() : new Comparison.Differed(held());
                },
                answering);
    }
}
