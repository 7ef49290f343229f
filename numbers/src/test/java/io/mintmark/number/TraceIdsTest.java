package io.mintmark.number;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.range.InMemoryRanges;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(180)
class TraceIdsTest {
    private static final int PER_SECOND = 4_096 * 1_023;

    private final SteppedTime time = SteppedTime.at("2026-11-01T00:00:00Z");
    private final InMemoryRanges seconds = new InMemoryRanges();

    private TraceIds started() {
        return TraceIds.of(TraceIds.builder()
                .settings(time.settings(time.new Life(), Duration.ZERO, Duration.ofSeconds(5)))
                .leases(WorkerLeases.reserved(42, seconds)));
    }

    @Test
    void shouldMakeIdsThatElfoReads() {
        try (TraceIds ids = started()) {
            TraceId first = TraceId.of(ids.next());
            TraceId second = TraceId.of(ids.getAsLong());

            assertThat(first).isEqualTo(TraceId.at(time.instant().getEpochSecond(), 42, 0, 1));
            assertThat(second.counter()).isEqualTo(2);
            assertThat(first.nearest(time.instant())).isEqualTo(time.instant());
        }
    }

    @Test
    void shouldUseAllChunksOfASecondAndThenWaitForTheNext() {
        SeenIds seen = new SeenIds();
        try (TraceIds ids = started()) {
            for (int i = 0; i < PER_SECOND; i++) {
                seen.add(ids.next());
            }
            assertThat(time.slept()).isZero();

            TraceId next = TraceId.of(ids.next());

            assertThat(time.slept()).isEqualTo(Duration.ofSeconds(1));
            assertThat(next).isEqualTo(TraceId.at(time.instant().getEpochSecond(), 42, 0, 1));
        }
        assertThat(seen.duplicates()).isZero();
    }

    @Test
    void shouldRefuseTenMillionIdsInASecondThatDoesNotEnd() {
        SeenIds seen = new SeenIds();
        TimeSettings frozen =
                new TimeSettings(time, time, nanos -> Thread.currentThread().interrupt(), time.new Life(), 0, 5_000);
        try (TraceIds ids =
                TraceIds.of(TraceIds.builder().settings(frozen).leases(WorkerLeases.reserved(1, seconds)))) {
            long refused = 0;
            for (int i = 0; i < 10_000_000 && refused < 1_000; i++) {
                try {
                    seen.add(ids.next());
                } catch (TimeRefusedException atTheEndOfTheSecond) {
                    assertThat(Thread.interrupted()).isTrue();
                    refused++;
                }
            }
            assertThat(seen.count()).isEqualTo(PER_SECOND);
            assertThat(seen.duplicates()).isZero();
        }
    }

    @Test
    void shouldHoldOrRefuseWhenTheClockStepsBack() {
        try (TraceIds ids = started()) {
            time.pass(Duration.ofSeconds(8));
            long before = ids.next();
            time.step(Duration.ofSeconds(-3));
            time.pass(Duration.ofMillis(20));
            assertThat(ids.next()).isGreaterThan(before);
            assertThat(time.slept()).isBetween(Duration.ofMillis(2_900), Duration.ofSeconds(3));

            time.step(Duration.ofSeconds(-60));
            time.pass(Duration.ofMillis(20));
            assertThatThrownBy(ids::next)
                    .isInstanceOf(TimeRefusedException.class)
                    .hasMessageContaining("set back");
        }
    }

    @Test
    void shouldIssueNoneOfTheSecondInWhichAFormerLifeEnded() {
        TraceIds killed = started();
        long last = killed.next();
        time.step(Duration.ofSeconds(-1));

        try (TraceIds restarted = started()) {
            assertThatThrownBy(restarted::next).isInstanceOf(TimeRefusedException.class);
            time.pass(Duration.ofSeconds(7));
            assertThat(restarted.next()).isGreaterThan(last);
        }
    }

    @Test
    void shouldWaitForTheNextSecondWhenNobodyLooksAfterTheNode() {
        time.pass(Duration.ofMillis(300));
        try (TraceIds ids = TraceIds.of(TraceIds.builder()
                .settings(time.settings(time.new Life(), Duration.ZERO, Duration.ofSeconds(5)))
                .worker(9))) {
            long second = time.instant().getEpochSecond();

            assertThat(TraceId.of(ids.next())).isEqualTo(TraceId.at(second + 1, 9, 0, 1));
            assertThat(time.slept()).isEqualTo(Duration.ofMillis(700));
        }
    }

    @Test
    void shouldBeginAnewAfterItsPeriodAndStayAboveZero() {
        SteppedTime wrap = SteppedTime.at("2026-05-10T03:48:10Z");
        List<Long> ids = new ArrayList<>();
        try (TraceIds generator = TraceIds.of(TraceIds.builder()
                .settings(wrap.settings(wrap.new Life(), Duration.ZERO, Duration.ofSeconds(5)))
                .leases(WorkerLeases.reserved(0, seconds)))) {
            for (int i = 0; i < 12; i++) {
                ids.add(generator.next());
                wrap.pass(Duration.ofSeconds(1));
            }
        }
        assertThat(ids).allMatch(id -> id > 0).doesNotHaveDuplicates();
        assertThat(TraceId.of(ids.get(5)).timestamp()).isEqualTo((1 << 25) - 1);
        assertThat(ids.get(6)).as("2026-05-10 03:48:16 is timestamp 0").isEqualTo(1);
        assertThat(Monotonicity.of(ids.stream().mapToLong(id -> id).toArray()).descents())
                .isEqualTo(1);
    }

    @Test
    void shouldNotRepeatWhereElfosSchemeDoes() {
        ElfoScheme elfo = new ElfoScheme(1);
        List<ElfoScheme.Holder> holders = new ArrayList<>();
        for (int i = 0; i < 68; i++) {
            holders.add(elfo.new Holder());
        }
        SeenIds twin = new SeenIds();
        slowAndBusyThreads(
                thread -> holders.get((int) thread).next(time.instant().getEpochSecond()), twin);

        SeenIds ours = new SeenIds();
        try (TraceIds ids = started()) {
            slowAndBusyThreads(thread -> ids.next(), ours);
        }

        System.out.printf(
                "4 busy and 64 slow threads, 30 s: elfo's scheme %,d ids, %,d twice; ours %,d ids, %,d twice%n",
                twin.count(), twin.duplicates(), ours.count(), ours.duplicates());
        assertThat(twin.duplicates())
                .as("a simulation that finds nothing here proves nothing there")
                .isPositive();
        assertThat(ours.duplicates()).isZero();
        assertThat(ours.count()).isEqualTo(twin.count()).isGreaterThan(12_000_000);
    }

    /** For 30 s, each of 4 threads makes 100,000 ids a second, and each of 64 makes one: 12 million. */
    private void slowAndBusyThreads(LongUnaryOperator threads, SeenIds seen) {
        for (int second = 0; second < 30; second++) {
            for (int slow = 0; slow < 64; slow++) {
                for (int i = 0; i < 400_000 / 64; i++) {
                    seen.add(threads.applyAsLong(i % 4));
                }
                seen.add(threads.applyAsLong(4 + slow));
            }
            time.pass(Duration.ofSeconds(1));
        }
    }

    @Test
    void shouldShareNodeNumbersWithoutKnowingEachOther() {
        WorkerLeases nodes = WorkerLeases.shared(seconds, 1 << 16, Duration.ofMinutes(10));
        SeenIds seen = new SeenIds();
        Instant begun = time.instant();
        for (int start = 0; start < 200; start++) {
            TraceIds ids = TraceIds.of(TraceIds.builder()
                    .settings(time.settings(time.new Life(), Duration.ZERO, Duration.ofSeconds(5)))
                    .leases(nodes));
            for (int i = 0; i < 100; i++) {
                seen.add(ids.next());
            }
        }
        assertThat(seen.duplicates()).isZero();
        assertThat(time.instant()).as("nobody waits for anybody").isEqualTo(begun);
    }
}
