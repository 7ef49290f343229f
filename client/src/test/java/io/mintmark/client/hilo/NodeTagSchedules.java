package io.mintmark.client.hilo;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.client.cluster.Cluster;
import io.mintmark.client.cluster.ClusterSettings;
import io.mintmark.hilo.HiLo;
import io.mintmark.hilo.StrictHiLo;
import io.mintmark.range.RangeUnavailableException;
import io.mintmark.testkit.Effort;
import io.mintmark.testkit.HistoryChecker;
import io.mintmark.testkit.Seed;
import io.mintmark.testkit.fault.Fault;
import io.mintmark.testkit.fault.FaultPlan;
import io.mintmark.testkit.fault.FaultProxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/**
 * A number, its prefix and the tag of its node stay together (promise G6) while requests go from node to node.
 *
 * <p>Two nodes take turns by construction: the ranges of {@code A} begin at odd multiples of 32, those of {@code B} at even
 * ones, and each spells its prefix its own way. So a number tells where it comes from.
 */
class NodeTagSchedules {
    private static final int THREADS = 4;
    private static final int SPEED = 100;

    private final HistoryChecker history = new HistoryChecker();
    private final AtomicInteger fromA = new AtomicInteger();
    private final AtomicInteger fromB = new AtomicInteger();
    private final AtomicReference<Throwable> failure = new AtomicReference<>();

    @Test
    void shouldNeverPairANumberWithTheTagOfAnotherNode() throws Exception {
        long seed = Seed.fresh("node tags under failover");
        int faults = Effort.of("faults of two nodes", 200, 10_000);
        try (RavenRuleServer a = RavenRuleServer.node("A", 0);
                RavenRuleServer b = RavenRuleServer.node("B", 1);
                FaultProxy toA = FaultProxy.before(a.url(), plan(seed));
                FaultProxy toB = FaultProxy.before(b.url(), plan(seed + 1));
                Cluster cluster = cluster(toA, toB)) {
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                Thread thread = new Thread(() -> {
                    try {
                        while (toA.faultCount() + toB.faultCount() < faults && failure.get() == null) {
                            drawSome(cluster);
                        }
                    } catch (Throwable e) {
                        failure.compareAndSet(null, e);
                    }
                });
                thread.start();
                threads.add(thread);
            }
            for (Thread thread : threads) {
                thread.join();
            }
        }

        assertThat(failure.get()).isNull();
        history.requireNoDuplicates();
        System.out.printf("[node tags] %,d ids from A, %,d from B%n", fromA.get(), fromB.get());
        assertThat(fromA.get()).isPositive();
        assertThat(fromB.get()).isPositive();
    }

    private static FaultPlan plan(long seed) {
        return FaultPlan.random(seed, 0.3, Fault.REFUSE, Fault.DROP_REPLY, Fault.RESET_IN_REPLY, Fault.HALF_CLOSE);
    }

    /** Time that passes a hundred times faster, so that a node which failed is soon asked again. */
    private static Cluster cluster(FaultProxy toA, FaultProxy toB) {
        return Cluster.of(ClusterSettings.builder(List.of(toA.url(), toB.url()))
                .database(RangeServer.DATABASE)
                .fixedNodes()
                .ticker(() -> System.nanoTime() * SPEED)
                .attemptTimeout(Duration.ofSeconds(5))
                .deadline(Duration.ofSeconds(10 * SPEED))
                .retryBudget(1, 100)
                .build());
    }

    private void drawSome(Cluster cluster) {
        RemoteCounter ranges = RemoteCounter.sizedByGenerator(cluster, "orders", Optional.empty());
        try (StrictHiLo numbers =
                HiLo.over(ranges).rangeSize(32).rangeSizeMax(32).strict()) {
            for (int i = 0; i < 100; i++) {
                drawOne(numbers);
            }
        }
    }

    private void drawOne(StrictHiLo numbers) {
        try {
            String id = numbers.nextBlock(1, (range, number) -> {
                boolean isFromA = (number - 1) / 32 % 2 == 0;
                assertThat(range.nodeTag()).isEqualTo(isFromA ? "A" : "B");
                assertThat(range.prefix()).isEqualTo(isFromA ? "orders/" : "orders:");
                (isFromA ? fromA : fromB).incrementAndGet();
                return range.prefix() + number + "-" + range.nodeTag();
            });
            history.issued("orders", id);
        } catch (RangeUnavailableException nodesAreDown) {
            Thread.onSpinWait();
        }
    }
}
