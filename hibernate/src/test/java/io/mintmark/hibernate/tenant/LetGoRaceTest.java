package io.mintmark.hibernate.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.range.InMemoryRanges;
import io.mintmark.range.Range;
import io.mintmark.testkit.Effort;
import io.mintmark.testkit.HistoryChecker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * States are let go while threads draw from them.
 *
 * <p>Their generator is a naive one that does not end issuing by itself, so that nothing but the pool keeps a thread
 * from drawing a number that went back.
 */
final class LetGoRaceTest {
    private static final int THREADS = 4;
    private static final int TENANTS = 3;

    private final int drawsOfEach = Effort.of("ids that each of " + THREADS + " threads draws", 60_000, 3_000_000);

    /** Draws from a range, and gives the rest of it back when it is closed, whoever is inside. */
    private static final class Naive {
        private final InMemoryRanges counter;
        private final AtomicLong cursor = new AtomicLong();
        private volatile @Nullable Range range;

        Naive(InMemoryRanges counter) {
            this.counter = counter;
        }

        long next() {
            Range present = range;
            if (present == null) {
                present = reserve();
            }
            long number = cursor.incrementAndGet();
            if (number > present.high()) {
                synchronized (this) {
                    if (range == present) {
                        range = null;
                    }
                }
                return next();
            }
            return number;
        }

        private synchronized Range reserve() {
            @Nullable Range present = range;
            if (present == null) {
                present = counter.reserve(1_000);
                cursor.set(present.low() - 1);
                range = present;
            }
            return present;
        }

        synchronized void close() {
            Range last = range;
            if (last != null && cursor.get() < last.high()) {
                boolean unused = counter.giveBack(last, cursor.get());
            }
        }
    }

    @Test
    void shouldNeverRepeatANumberOfATenantThatIsLetGo() throws Exception {
        assertThat(run(pool -> {
                    for (int tenant = 0; tenant < TENANTS; tenant++) {
                        pool.letGo("t" + tenant, Long.MAX_VALUE / 2);
                    }
                }))
                .isZero();
    }

    /** The twin: a state that is closed without waiting for the threads inside repeats numbers, and the run finds them. */
    @Test
    void shouldFindTheNumbersThatClosingWithoutWaitingRepeats() throws Exception {
        assertThat(run(pool -> pool.forEach((tenant, state) -> state.close()))).isPositive();
    }

    /** Returns how many numbers came twice while {@code letGo} was called again and again. */
    private long run(Consumer<TenantPool<Naive>> letGo) throws Exception {
        Map<String, InMemoryRanges> counters = new ConcurrentHashMap<>();
        HistoryChecker history = new HistoryChecker();
        ExecutorService threads = Executors.newFixedThreadPool(THREADS + 1);
        try (OpenTenants unit = new OpenTenants(Duration.ofDays(1), 100)) {
            TenantPool<Naive> pool = unit.pool(
                    tenant -> new Naive(counters.computeIfAbsent(tenant.name(), name -> new InMemoryRanges())),
                    Naive::close);
            AtomicLong drawing = new AtomicLong(THREADS);
            List<Future<?>> all = new ArrayList<>();
            for (int thread = 0; thread < THREADS; thread++) {
                all.add(threads.submit(counted(drawing, pool, history)));
            }
            all.add(threads.submit(() -> {
                while (drawing.get() > 0) {
                    letGo.accept(pool);
                    Thread.yield();
                }
            }));
            await(all);
        } finally {
            threads.shutdownNow();
        }
        return history.duplicateCount();
    }

    private Callable<Void> counted(AtomicLong drawing, TenantPool<Naive> pool, HistoryChecker history) {
        return () -> {
            try {
                for (int i = 0; i < drawsOfEach; i++) {
                    String tenant = "t" + i % TENANTS;
                    @Nullable Long number = pool.use(new Tenant(tenant, tenant), Naive::next);
                    history.issued(tenant, number == null ? 0 : number);
                }
            } finally {
                drawing.decrementAndGet();
            }
            return null;
        };
    }

    private static void await(List<Future<?>> all) throws InterruptedException {
        for (Future<?> one : all) {
            try {
                one.get();
            } catch (ExecutionException e) {
                throw new AssertionError(e.getCause());
            }
        }
    }
}
