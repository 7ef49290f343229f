package io.mintmark.lab.bench;

import io.mintmark.hilo.HiLo;
import io.mintmark.hilo.HiLoBuilder;
import io.mintmark.hilo.PerHandleHiLo;
import java.time.Duration;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * Threads that share blocks.
 *
 * @param order the order of the generator, as its builder names it
 * @param block how many numbers the store grants at a time
 * @param answersAfter how long the store takes
 */
record Scene(Order order, int threads, int block, Duration answersAfter) {

    /** An order: the generator, and what each thread draws from. */
    enum Order {
        STRICT("strict()", HiLoBuilder::strict, hilo -> hilo),
        STRIPED("striped()", HiLoBuilder::striped, hilo -> hilo),
        PER_THREAD("perThread()", HiLoBuilder::perThread, hilo -> hilo),
        PER_HANDLE("perHandle()", HiLoBuilder::perHandle, hilo -> ((PerHandleHiLo) hilo).handle()::next);

        final String title;
        private final Function<HiLoBuilder, HiLo> build;
        private final Function<HiLo, LongSupplier> caller;

        Order(String title, Function<HiLoBuilder, HiLo> build, Function<HiLo, LongSupplier> caller) {
            this.title = title;
            this.build = build;
            this.caller = caller;
        }

        HiLo over(Crowd.SmallBlocks store) {
            return build.apply(HiLo.over(store).name("starvation"));
        }

        LongSupplier caller(HiLo hilo) {
            return caller.apply(hilo);
        }
    }

    /** Returns how long a caller waits if each is served in its turn: threads × answer ÷ numbers of an answer. */
    Duration fairTurn() {
        return answersAfter.multipliedBy(threads).dividedBy(block);
    }

    @Override
    public String toString() {
        return order.title + ", " + threads + " threads, blocks of " + block + ", " + answersAfter.toMillis() + " ms";
    }
}
