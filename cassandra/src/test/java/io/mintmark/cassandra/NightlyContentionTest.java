package io.mintmark.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import io.mintmark.testkit.Effort;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/**
 * Ranges that many threads of one process reserve of one counter on three nodes, by one stream and by transactions of
 * their own, in turns. Prints the figures, and judges none: speed depends on the machine.
 */
class NightlyContentionTest {
    private static final int ROUNDS = 3;
    private static final int CALLERS = 256;
    private static final int CONTENDERS = 16;

    @Test
    void shouldPrintWhatOneStreamIsWorth() throws InterruptedException {
        int seconds = Effort.of("seconds of each measurement", 5, 5, 20);
        try (ThreeNodes cluster = ThreeNodes.start("contention", TestNetwork.of(ThreeNodes.COUNT));
                CqlSession session = cluster.connect()) {
            NaiveCounter.create(session, "orders");
            NaiveCounter contending = new NaiveCounter(session, "orders");
            CassandraCounter counter = CassandraCounters.over(session)
                    .keyspace(TestCluster.KEYSPACE)
                    .counter("orders");
            System.out.printf(
                    "[contention] %d nodes, commitlog_sync batch, Java %s, %d processors%n",
                    ThreeNodes.COUNT,
                    System.getProperty("java.version"),
                    Runtime.getRuntime().availableProcessors());
            for (int round = 1; round <= ROUNDS; round++) {
                double merged = perSecond(CALLERS, seconds, () -> counter.reserve(32));
                double few = perSecond(CONTENDERS, seconds, () -> counter.reserve(32));
                double apart = perSecond(CONTENDERS, seconds, () -> contending.reserve(32));
                System.out.printf(
                        Locale.ROOT,
                        "[contention] round %d: one stream: %,.0f ranges/s for %d callers, %,.0f for %d; transactions of"
                                + " their own: %,.1f for %d; %.0f and %.0f times%n",
                        round,
                        merged,
                        CALLERS,
                        few,
                        CONTENDERS,
                        apart,
                        CONTENDERS,
                        merged / apart,
                        few / apart);
                assertThat(merged).isPositive();
            }
        }
    }

    private static double perSecond(int threads, int seconds, Supplier<?> reserve) throws InterruptedException {
        AtomicInteger done = new AtomicInteger();
        long start = System.nanoTime();
        long end = start + Duration.ofSeconds(seconds).toNanos();
        List<Thread> callers = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            Thread caller = new Thread(() -> {
                while (System.nanoTime() < end) {
                    assertThat(reserve.get()).isNotNull();
                    done.incrementAndGet();
                }
            });
            caller.start();
            callers.add(caller);
        }
        for (Thread each : callers) {
            each.join();
        }
        return done.get() * 1e9 / (System.nanoTime() - start);
    }
}
