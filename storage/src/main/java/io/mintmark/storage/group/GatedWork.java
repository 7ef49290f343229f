package io.mintmark.storage.group;

import io.mintmark.support.Pending;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** What comes of work that waits at a {@link CounterGate} first, and leaves it when it is settled. */
final class GatedWork<T> implements Pending<T> {
    private final CompletableFuture<Pending<T>> settled = new CompletableFuture<>();
    private final CounterGate gate;

    GatedWork(CounterGate gate) {
        this.gate = gate;
    }

    /** Asks {@code engine}, once the gate was entered; a refusal is what comes of it. */
    void begin(Supplier<Pending<T>> engine) {
        Pending<T> asked;
        try {
            asked = engine.get();
        } catch (RuntimeException | Error refused) {
            asked = new Refused<>(refused);
        }
        Pending<T> outcome = asked;
        outcome.whenSettled(() -> end(outcome));
    }

    /** The gate first: what waits behind this work is on its way before its caller goes on. */
    private void end(Pending<T> outcome) {
        try {
            gate.leave();
        } finally {
            settled.complete(outcome);
        }
    }

    @Override
    public T await() {
        return settled.join().await();
    }

    @Override
    public void whenSettled(Runnable next) {
        CompletableFuture<Void> ignored = settled.thenRun(next);
    }

    private record Refused<T>(Throwable why) implements Pending<T> {
        @Override
        public T await() {
            if (why instanceof Error error) {
                throw error;
            }
            throw (RuntimeException) why;
        }

        @Override
        public void whenSettled(Runnable next) {
            next.run();
        }
    }
}
