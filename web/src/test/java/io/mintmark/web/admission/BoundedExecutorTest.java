package io.mintmark.web.admission;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Many tasks on few threads: none lost, few at a time, and others go first now and then. */
class BoundedExecutorTest {
    private final Deque<Runnable> threads = new ArrayDeque<>();
    private final List<Integer> done = new ArrayList<>();
    private final BoundedExecutor few = new BoundedExecutor(threads::add, 2);

    private void give(int count) {
        for (int i = 0; i < count; i++) {
            int number = i;
            few.execute(() -> done.add(number));
        }
    }

    @Test
    void shouldTakeFewThreadsHoweverManyTasksCome() {
        give(1_000);

        assertThat(threads).hasSize(2);
        while (!threads.isEmpty()) {
            threads.remove().run();
            assertThat(threads).hasSizeLessThanOrEqualTo(2);
        }
        assertThat(done)
                .containsExactlyElementsOf(IntStream.range(0, 1_000).boxed().toList());
    }

    @Test
    void shouldLetOthersGoFirstAfterSomeInARow() {
        give(100);
        threads.add(() -> done.add(-1));

        while (done.size() < 101) {
            threads.remove().run();
        }
        assertThat(done.indexOf(-1)).isBetween(1, 50);
    }

    @Test
    void shouldGoOnAfterATaskThatFails() {
        few.execute(() -> {
            throw new IllegalStateException("a task that fails on purpose");
        });
        give(3);

        while (!threads.isEmpty()) {
            threads.remove().run();
        }
        assertThat(done).containsExactly(0, 1, 2);
    }

    @Test
    void shouldLoseNothingWhereTheThreadsStop() {
        BoundedExecutor stopped = new BoundedExecutor(
                task -> {
                    throw new RejectedExecutionException("stopped");
                },
                2);
        stopped.execute(() -> IntStream.range(0, 100).forEach(i -> stopped.execute(() -> done.add(i))));

        assertThat(done).hasSize(100);
    }

    @Test
    void shouldRunAllAndNeverMoreThanFewFromManyThreads() throws Exception {
        AtomicInteger now = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        CountDownLatch all = new CountDownLatch(8_000);
        ExecutorService pool = Executors.newFixedThreadPool(8);
        BoundedExecutor shared = new BoundedExecutor(pool, 3);
        ExecutorService givers = Executors.newFixedThreadPool(4);
        try {
            for (int i = 0; i < 8_000; i++) {
                givers.execute(() -> shared.execute(() -> {
                    most.accumulateAndGet(now.incrementAndGet(), Math::max);
                    now.decrementAndGet();
                    all.countDown();
                }));
            }
            assertThat(all.await(30, TimeUnit.SECONDS)).isTrue();
        } finally {
            givers.shutdownNow();
            pool.shutdownNow();
        }
        assertThat(most.get()).isBetween(1, 3);
    }
}
