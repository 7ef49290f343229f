package io.mintmark.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.CqlSession;
import io.mintmark.range.Range;
import io.mintmark.range.RangeSourceException;
import io.mintmark.testkit.Effort;
import io.mintmark.testkit.HistoryChecker;
import io.mintmark.testkit.Seed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/**
 * Three nodes, one of which at a time is killed, paused or cut off, while three programs reserve: no number comes
 * twice, and the majority goes on.
 */
class NightlyClusterTest {
    private static final int PROGRAMS = 3;
    private static final int THREADS_EACH = 4;
    private static final int SIZE = 2_000;
    private static final Duration DEADLINE = Duration.ofSeconds(8);
    private static final Duration GOES_ON_WITHIN = Duration.ofMinutes(3);

    /** Ranges that are reserved without the node that has a fault. */
    private static final int RANGES_MEANWHILE = 60;

    private final HistoryChecker history = new HistoryChecker();
    private final AtomicBoolean over = new AtomicBoolean();
    private final AtomicReference<Throwable> failed = new AtomicReference<>();

    private enum Fault {
        KILL,
        PAUSE,
        PARTITION
    }

    @Test
    void shouldReserveNoNumberTwiceWhileNodesFail() throws Exception {
        long seed = Seed.fresh("cluster");
        long numbers = Effort.of("numbers", 1_000_000, 1_000_000, 10_000_000, "mintmark.cassandra.numbers");
        long start = System.nanoTime();
        try (ThreeNodes cluster = ThreeNodes.start("cluster", TestNetwork.of(ThreeNodes.COUNT))) {
            ExecutorService threads = Executors.newCachedThreadPool();
            List<Future<?>> programs = new ArrayList<>();
            for (int i = 0; i < PROGRAMS; i++) {
                programs.add(threads.submit(() -> watched(cluster)));
            }
            Duration started = Duration.ofNanos(System.nanoTime() - start);
            System.out.printf("[cluster] three nodes after %d s%n", started.toSeconds());
            goesOn(RANGES_MEANWHILE);
            Random random = new Random(seed);
            for (Fault fault : plan(cluster, random)) {
                fail(cluster, fault, random.nextInt(ThreeNodes.COUNT));
            }
            await("numbers").atMost(Duration.ofMinutes(30)).until(() -> history.issuedCount() >= numbers);
            over.set(true);
            for (Future<?> each : programs) {
                assertThat((Object) each.get()).isNull();
            }
            threads.shutdown();
        }
        System.out.println(history.report(
                        "three nodes that fail",
                        seed,
                        Duration.ofNanos(System.nanoTime() - start),
                        history.rangeCount())
                .line());
        history.requireNoDuplicates();
    }

    private static List<Fault> plan(ThreeNodes cluster, Random random) {
        List<Fault> plan = new ArrayList<>();
        plan.addAll(
                Collections.nCopies(Effort.of("kills of a node", 3, 3, 40, "mintmark.cassandra.kills"), Fault.KILL));
        plan.addAll(
                Collections.nCopies(Effort.of("pauses of a node", 3, 3, 40, "mintmark.cassandra.pauses"), Fault.PAUSE));
        if (cluster.network().cuts()) {
            plan.addAll(Collections.nCopies(
                    Effort.of("partitions", 3, 3, 30, "mintmark.cassandra.partitions"), Fault.PARTITION));
        }
        Collections.shuffle(plan, random);
        return plan;
    }

    private void fail(ThreeNodes cluster, Fault fault, int index) {
        CassandraProcess node = cluster.node(index);
        switch (fault) {
            case KILL -> {
                node.kill();
                goesOn(RANGES_MEANWHILE);
                node.startAgain();
                node.awaitReady();
            }
            case PAUSE -> {
                node.pause();
                goesOn(RANGES_MEANWHILE);
                node.goOn();
            }
            case PARTITION -> {
                cluster.network().cut(index);
                goesOn(RANGES_MEANWHILE);
                cluster.network().heal(index);
            }
        }
        history.fault(fault.name().toLowerCase(java.util.Locale.ROOT));
        goesOn(RANGES_MEANWHILE);
    }

    private void goesOn(int ranges) {
        long wanted = history.rangeCount() + ranges;
        await("reservations go on").atMost(GOES_ON_WITHIN).until(() -> history.rangeCount() >= wanted || isOver());
        history.requireNoDuplicates();
        assertThat(failed).as("what ended a program").hasValue(null);
    }

    private boolean isOver() {
        return history.duplicateCount() > 0 || failed.get() != null;
    }

    private void watched(ThreeNodes cluster) {
        try {
            program(cluster);
        } catch (RuntimeException e) {
            failed.compareAndSet(null, e);
        }
    }

    private void program(ThreeNodes cluster) {
        try (CqlSession session = cluster.connect()) {
            CassandraCounter counter = CassandraCounters.over(session)
                    .keyspace(TestCluster.KEYSPACE)
                    .deadline(DEADLINE)
                    .counter("orders");
            List<Thread> callers = new ArrayList<>();
            for (int i = 0; i < THREADS_EACH; i++) {
                Thread caller = new Thread(() -> reserve(counter));
                caller.start();
                callers.add(caller);
            }
            for (Thread each : callers) {
                each.join();
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void reserve(CassandraCounter counter) {
        for (int i = 0; !over.get(); i++) {
            try {
                Range range = counter.reserve(SIZE);
                history.reserved("orders", range.low(), range.high());
                long last = i % 5 == 0 ? range.low() + SIZE / 2 : range.high();
                boolean ignored = history.issued("orders", range.low(), last);
                if (last < range.high() && counter.giveBack(range, last)) {
                    history.givenBack("orders", last, range.high());
                }
            } catch (RangeSourceException unanswered) {
                history.fault("failed call");
            } catch (RuntimeException e) {
                failed.compareAndSet(null, e);
                return;
            }
        }
    }
}
