package io.mintmark.uuid;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** On the real clock, with real threads: an id asked for after another was there is higher, and none comes twice. */
class OrderAcrossThreadsTest {
    private static final boolean PROOF = "proof".equals(System.getProperty("mintmark.effort"));
    private static final int THREADS = 4;
    private static final int IDS_PER_THREAD = PROOF ? 1_000_000 : 150_000;

    @Test
    void shouldOrderUuidsByCounter() throws Exception {
        UuidV7 source = UuidV7.create();

        assertThat(faults(source::next, Uuids.UNSIGNED)).isZero();
    }

    @Test
    void shouldOrderUuidsByRandomSteps() throws Exception {
        SteppedUuidV7 source = SteppedUuidV7.create();

        assertThat(faults(source::next, Uuids.UNSIGNED)).isZero();
    }

    @Test
    void shouldOrderUuidsByFraction() throws Exception {
        UuidV7 source = UuidV7.subMillisecond();

        assertThat(faults(source::next, Uuids.UNSIGNED)).isZero();
    }

    @Test
    void shouldOrderUlids() throws Exception {
        UlidGenerator source = UlidGenerator.create();

        assertThat(faults(source::next, Comparator.naturalOrder())).isZero();
    }

    /** A generator for each thread keeps no order among them, however good each one is. */
    @Test
    void shouldFindTheGeneratorOfEachThread() throws Exception {
        ThreadLocal<UuidV7> sources = ThreadLocal.withInitial(UuidV7::create);

        assertThat(faults(
                        () -> {
                            Thread.yield(); // so that threads meet in a millisecond, however busy the machine is
                            return sources.get().next();
                        },
                        Uuids.UNSIGNED))
                .isPositive();
    }

    /** And a plain counter hands one number to two threads. */
    @Test
    void shouldFindTheCounterThatIsNotAtomic() throws Exception {
        long[] counter = {0};

        assertThat(faults(
                        () -> {
                            long next = counter[0];
                            Thread.yield(); // so that threads meet between reading and writing
                            counter[0] = next + 1;
                            return new UUID(0, next);
                        },
                        Uuids.UNSIGNED))
                .isPositive();
    }

    /** Counts ids that are not above one that was there when they were asked for, and ids that came twice. */
    private static <T> long faults(Supplier<T> source, Comparator<T> order)
            throws InterruptedException, ExecutionException {
        AtomicReference<T> highest = new AtomicReference<>(source.get());
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            List<Future<Worker<T>>> running = new ArrayList<>();
            for (int thread = 0; thread < THREADS; thread++) {
                running.add(threads.submit(() -> new Worker<>(source, order, highest).run()));
            }
            long faults = 0;
            Set<T> all = new HashSet<>();
            for (Future<Worker<T>> one : running) {
                faults += one.get().disorders;
                all.addAll(one.get().ids);
            }
            return faults + (long) THREADS * IDS_PER_THREAD - all.size();
        } finally {
            threads.shutdownNow();
        }
    }

    private static final class Worker<T> {
        private final Supplier<T> source;
        private final Comparator<T> order;
        private final AtomicReference<T> highest;
        private final List<T> ids = new ArrayList<>(IDS_PER_THREAD);
        private long disorders;

        Worker(Supplier<T> source, Comparator<T> order, AtomicReference<T> highest) {
            this.source = source;
            this.order = order;
            this.highest = highest;
        }

        Worker<T> run() {
            for (int count = 0; count < IDS_PER_THREAD; count++) {
                T there = highest.get();
                T id = source.get();
                disorders += order.compare(id, there) > 0 ? 0 : 1;
                highest.accumulateAndGet(id, (one, two) -> order.compare(one, two) > 0 ? one : two);
                ids.add(id);
            }
            return this;
        }
    }
}
