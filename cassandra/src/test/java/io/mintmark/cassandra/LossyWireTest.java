package io.mintmark.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import io.mintmark.cassandra.CqlWire.Fate;
import io.mintmark.range.Range;
import io.mintmark.range.RangeSourceException;
import io.mintmark.testkit.Effort;
import io.mintmark.testkit.HistoryChecker;
import io.mintmark.testkit.Seed;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/**
 * Two programs move one counter of a real node, over a wire that loses requests and answers, and does some much later.
 */
class LossyWireTest {
    private static final int PROGRAMS = 2;
    private static final double SHARE = 0.3;
    private static final int SIZE = 3;

    private final SplittableRandom random = new SplittableRandom(Seed.fresh("lossy wire"));

    @Test
    void shouldReserveNoNumberTwice() throws Exception {
        int lost = Effort.of("lightweight transactions without an answer", 30, 300, 3_000);
        String name = TestCluster.fresh("lossy");
        HistoryChecker history = new HistoryChecker();
        try (CqlWire wire = new CqlWire(TestCluster.address(), fates())) {
            inPrograms(wire, session -> {
                CassandraCounter counter = open(session, name);
                while (lost(wire) < lost) {
                    reserve(counter, history);
                }
            });
            System.out.printf(
                    "[wire] %,d ranges: %,d requests lost, %,d answers lost, %,d requests done later; %.1f %% of numbers"
                            + " are gaps; 0 numbers twice%n",
                    history.rangeCount(),
                    wire.met(Fate.LOSE_REQUEST),
                    wire.met(Fate.LOSE_ANSWER),
                    wire.met(Fate.DO_LATER),
                    100 * history.gapsShare());
            assertThat(wire.met(Fate.DO_LATER)).isPositive();
        }
        history.requireNoDuplicates();
        assertThat(history.rangeCount()).isGreaterThan(lost / 2);
    }

    /** The twin: a request that is sent again after its answer was lost, and is known by its number. */
    @Test
    void shouldCatchACounterThatSendsAgainAndKnowsItsRequestByTheNumber() throws Exception {
        int lostMax = 2_000;
        String name = TestCluster.fresh("naive");
        NaiveCounter.create(TestCluster.session(), name);
        HistoryChecker history = new HistoryChecker();
        try (CqlWire wire = new CqlWire(TestCluster.address(), fates())) {
            inPrograms(wire, session -> {
                NaiveCounter counter = new NaiveCounter(session, name);
                while (history.duplicateCount() == 0 && lost(wire) < lostMax) {
                    note(counter.reserve(SIZE), history);
                }
            });
            System.out.printf("[twin] sent again: a number twice after %,d lost answers%n", lost(wire));
        }
        assertThat(history.duplicateCount()).isPositive();
    }

    private Supplier<Fate> fates() {
        Fate[] losses = {Fate.LOSE_REQUEST, Fate.LOSE_ANSWER, Fate.DO_LATER};
        return () -> random.nextDouble() < SHARE ? losses[random.nextInt(losses.length)] : Fate.PASS;
    }

    private static int lost(CqlWire wire) {
        return wire.met(Fate.LOSE_REQUEST) + wire.met(Fate.LOSE_ANSWER) + wire.met(Fate.DO_LATER);
    }

    /** Opens the counter, however often the wire loses what that needs. */
    private static CassandraCounter open(CqlSession session, String name) {
        while (true) {
            try {
                return CassandraCounters.over(session)
                        .keyspace(TestCluster.KEYSPACE)
                        .counter(name);
            } catch (RangeSourceException lost) {
                Thread.onSpinWait();
            }
        }
    }

    private static void reserve(CassandraCounter counter, HistoryChecker history) {
        try {
            note(counter.reserve(SIZE), history);
        } catch (RangeSourceException lost) {
            history.fault("failed call");
        }
    }

    private static void note(Range range, HistoryChecker history) {
        history.reserved("numbers", range.low(), range.high());
        boolean ignored = history.issued("numbers", range.low(), range.high());
    }

    /** What a program does with its own session. */
    private interface Work {
        void with(CqlSession session);
    }

    private static void inPrograms(CqlWire wire, Work work) throws InterruptedException, ExecutionException {
        ExecutorService threads = Executors.newFixedThreadPool(PROGRAMS);
        List<Future<?>> running = new ArrayList<>();
        for (int i = 0; i < PROGRAMS; i++) {
            running.add(threads.submit(() -> {
                try (CqlSession session = connect(wire)) {
                    work.with(session);
                }
            }));
        }
        for (Future<?> each : running) {
            Object nothing = each.get();
            assertThat(nothing).isNull();
        }
        threads.shutdown();
    }

    private static CqlSession connect(CqlWire wire) {
        return TestCluster.sessionBuilder(
                        TestCluster.settings("V4")
                                .withInt(DefaultDriverOption.CONNECTION_POOL_LOCAL_SIZE, 3)
                                .withDuration(
                                        DefaultDriverOption.RECONNECTION_BASE_DELAY, java.time.Duration.ofMillis(10))
                                .withDuration(
                                        DefaultDriverOption.RECONNECTION_MAX_DELAY, java.time.Duration.ofMillis(50))
                                .build(),
                        List.of(wire.address()))
                .withAuthCredentials(TestCluster.SUPERUSER, TestCluster.SUPERUSER)
                .build();
    }
}
