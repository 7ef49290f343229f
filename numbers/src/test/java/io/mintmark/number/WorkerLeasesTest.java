package io.mintmark.number;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.counter.LeapRefusedException;
import io.mintmark.range.InMemoryRanges;
import io.mintmark.range.Refiller;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class WorkerLeasesTest {
    private static final long NOW = 1_793_000_000L;

    private final InMemoryRanges counter = new InMemoryRanges();

    @Test
    void shouldReserveSecondsThatNobodyElseHas() {
        WorkerLeases leases = WorkerLeases.reserved(7, counter);
        WorkerLease first = leases.reserve(NOW);
        WorkerLease second = WorkerLeases.reserved(7, counter).reserve(NOW);

        assertThat(first).isEqualTo(new WorkerLease(7, NOW, NOW + 10));
        assertThat(second).isEqualTo(new WorkerLease(7, NOW + 10, NOW + 20));
        assertThat(leases.workerMax()).isEqualTo(7);
    }

    @Test
    void shouldGiveBackTheSecondsThatWereNotUsed() {
        WorkerLeases leases = WorkerLeases.reserved(7, counter);
        leases.giveBack(leases.reserve(NOW), NOW + 3);
        WorkerLease next = leases.reserve(NOW);
        leases.giveBack(next, next.notBeforeSecond());
        leases.giveBack(next, next.notBeforeSecond());

        assertThat(next.notBeforeSecond()).isEqualTo(NOW + 3);
        assertThat(counter.max()).isEqualTo(NOW + 2);
    }

    @Test
    void shouldNeverReserveASecondOfThePast() {
        WorkerLeases leases = WorkerLeases.reserved(7, counter);
        leases.reserve(NOW);

        assertThat(leases.reserve(NOW + 100_000).notBeforeSecond()).isEqualTo(NOW + 100_000);
        assertThat(leases.reserve(NOW).notBeforeSecond())
                .as("also when the clock went back")
                .isEqualTo(NOW + 100_010);
    }

    @Test
    void shouldShareAllWorkersOfASlotAndThenThoseOfTheNext() {
        WorkerLeases leases = WorkerLeases.shared(counter, 3, Duration.ofMinutes(10));
        long slot = NOW / 600 * 600;

        assertThat(leases.reserve(NOW)).isEqualTo(new WorkerLease(0, slot, slot + 600));
        assertThat(leases.reserve(NOW)).isEqualTo(new WorkerLease(1, slot, slot + 600));
        assertThat(leases.reserve(NOW)).isEqualTo(new WorkerLease(2, slot, slot + 600));
        assertThat(leases.reserve(NOW)).isEqualTo(new WorkerLease(0, slot + 600, slot + 1_200));
        assertThat(leases.reserve(slot + 1_200)).isEqualTo(new WorkerLease(0, slot + 1_200, slot + 1_800));
        assertThat(leases.workerMax()).isEqualTo(2);
    }

    @Test
    void shouldNeverLeaseOnePairOfWorkerAndSecondTwiceWhateverClocksShow() {
        long seed = System.nanoTime();
        System.out.println("[seed] WorkerLeasesTest: " + seed);
        SplittableRandom random = new SplittableRandom(seed);
        WorkerLeases leases = WorkerLeases.shared(counter, 5, Duration.ofSeconds(10));
        List<WorkerLease> all = new ArrayList<>();
        for (int i = 0; i < 2_000; i++) {
            all.add(leases.reserve(NOW + random.nextLong(-100_000, 100_000)));
        }

        for (int i = 0; i < all.size(); i++) {
            for (int j = 0; j < i; j++) {
                assertThat(all.get(i).worker() == all.get(j).worker()
                                && all.get(i).notBeforeSecond() < all.get(j).endSecond()
                                && all.get(j).notBeforeSecond() < all.get(i).endSecond())
                        .as("%s and %s", all.get(i), all.get(j))
                        .isFalse();
            }
        }
    }

    @Test
    void shouldRefuseToWriteAWrongYearIntoTheCounter() {
        for (WorkerLeases leases : List.of(
                WorkerLeases.reserved(1, new InMemoryRanges()),
                WorkerLeases.shared(new InMemoryRanges(), 4, Duration.ofMinutes(10)))) {
            WorkerLease before = leases.reserve(NOW);
            assertThatThrownBy(() -> leases.reserve(NOW + Duration.ofDays(3_650).toSeconds()))
                    .isInstanceOf(LeapRefusedException.class)
                    .hasMessageContaining("set the clock");
            assertThat(leases.reserve(NOW + Duration.ofDays(30).toSeconds()).notBeforeSecond())
                    .isGreaterThanOrEqualTo(before.endSecond());
        }
    }

    @Test
    void shouldRefuseWhatIsNoLease() {
        assertThatThrownBy(() -> new WorkerLease(-1, 0, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new WorkerLease(0, 5, 5)).hasMessageContaining("from 5 to before 5");
        assertThatThrownBy(() -> WorkerLeases.shared(counter, 0, Duration.ofMinutes(1)))
                .hasMessageContaining("workers=0");
        assertThatThrownBy(() -> WorkerLeases.shared(counter, 1, Duration.ofSeconds(9)))
                .hasMessageContaining("slot=PT9S");
    }

    @Test
    @Timeout(30)
    void shouldRefuseWhereNoLeaseHoldsATickInsteadOfReservingForEver() {
        SteppedTime time = SteppedTime.at("2026-11-01T00:00:00Z");
        BitLayout minutes =
                BitLayout.of(Instant.EPOCH, Duration.ofMinutes(1), BitField.time(30), BitField.sequence(20));
        try (TimeOrderedIds ids = minutes.generator()
                .settings(time.settings())
                .leases(WorkerLeases.reserved(0, counter))
                .start()) {
            long reserved = counter.max();

            assertThatThrownBy(ids::next)
                    .isInstanceOf(TimeRefusedException.class)
                    .hasMessageContaining("no whole tick of PT1M")
                    .hasMessageContaining("shorter ticks");

            assertThat(counter.max()).as("one more lease").isEqualTo(reserved + 10);
        }
    }

    @Test
    void shouldPassALeaseWithoutATickIfTheNextOneHasOne() {
        SteppedTime time = SteppedTime.at("2026-11-01T00:00:00Z");
        BitLayout sevens = BitLayout.of(Instant.EPOCH, Duration.ofSeconds(7), BitField.time(30), BitField.sequence(20));
        try (TimeOrderedIds ids = sevens.generator()
                .settings(time.settings(time.new Life(), Duration.ZERO, Duration.ofMinutes(1)))
                .leases(WorkerLeases.reserved(0, counter))
                .start()) {
            long last = 0;
            for (int i = 0; i < 20; i++) {
                long id = ids.next();
                assertThat(id).isGreaterThan(last);
                last = id;
                time.pass(Duration.ofSeconds(7));
            }
        }
    }

    @Test
    void shouldNotKeepAWorkerForAGeneratorThatDidNotStart() {
        TimeOrderedIdsBuilder early =
                BitLayouts.TWITTER.generator().worker(500).clock(InstantSource.fixed(Instant.ofEpochSecond(-60)));

        assertThatThrownBy(early::start)
                .isInstanceOf(TimeRefusedException.class)
                .hasMessageContaining("1969-12-31");

        BitLayouts.TWITTER.generator().worker(500).start().close();
    }

    @Test
    void shouldIssueAndRenewWithARefillerThatRefuses() {
        SteppedTime time = SteppedTime.at("2026-11-01T00:00:00Z");
        Refiller refusing = new Refiller() {
            @Override
            public void after(long delayNanos, Runnable watching) {
                throw new RejectedExecutionException("closed");
            }

            @Override
            public void execute(Runnable asking) {
                throw new OutOfMemoryError("unable to create native thread");
            }
        };
        try (TimeOrderedIds ids = BitLayouts.TWITTER
                .generator()
                .settings(time.settings(refusing, Duration.ofSeconds(1), Duration.ofSeconds(5)))
                .leases(WorkerLeases.reserved(0, counter))
                .start()) {
            for (int i = 0; i < 40; i++) {
                assertThat(BitLayouts.TWITTER.decode(ids.next()).time()).isEqualTo(time.instant());
                time.pass(Duration.ofSeconds(1));
            }
        }
    }

    @Test
    void shouldAskAheadAgainAfterASourceThatBroke() {
        SteppedTime time = SteppedTime.at("2026-11-01T00:00:00Z");
        List<Long> asked = new ArrayList<>();
        WorkerLeases seconds = WorkerLeases.reserved(0, counter);
        WorkerLeases breaking = new WorkerLeases() {
            @Override
            public int workerMax() {
                return 0;
            }

            @Override
            public WorkerLease reserve(long second) {
                asked.add(second);
                if (asked.size() == 2) {
                    throw new IllegalStateException("the pool is closed");
                }
                return seconds.reserve(second);
            }
        };
        try (TimeOrderedIds ids = BitLayouts.TWITTER
                .generator()
                .settings(time.settings())
                .leases(breaking)
                .start()) {
            while (asked.size() < 2) {
                assertThat(ids.next()).isPositive();
                time.pass(Duration.ofMillis(5));
            }
            time.pass(Duration.ofMillis(500));
            assertThat(ids.next()).isPositive();

            assertThat(asked).as("before the lease is over").hasSizeGreaterThan(2);
        }
    }
}
