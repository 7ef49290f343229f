package io.mintmark.number;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.counter.ExhaustedException;
import io.mintmark.range.InMemoryRanges;
import io.mintmark.range.RangeSourceException;
import io.mintmark.range.Refiller;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class TimeOrderedIdsTest {
    private static final BitLayout LAYOUT = BitLayouts.TWITTER;

    private final SteppedTime time = SteppedTime.at("2026-11-01T00:00:00Z");
    private final InMemoryRanges counter = new InMemoryRanges();

    private TimeOrderedIds started() {
        return LAYOUT.generator()
                .settings(time.settings())
                .leases(WorkerLeases.reserved(5, counter))
                .start();
    }

    @Test
    void shouldSayWhenAndByWhomAnIdWasMade() {
        try (TimeOrderedIds ids = started()) {
            time.pass(Duration.ofMillis(2_345));

            BitParts parts = LAYOUT.decode(ids.next());

            assertThat(parts.time()).isEqualTo(time.instant());
            assertThat(parts.worker()).isEqualTo(5);
            assertThat(parts.sequence()).isZero();
            assertThat(LAYOUT.decode(ids.getAsLong()).sequence()).isEqualTo(1);
        }
    }

    @Test
    void shouldFollowTheClockWhileIdsAreAskedFor() {
        try (TimeOrderedIds ids = started()) {
            for (int i = 0; i < 500; i++) {
                time.pass(Duration.ofMillis(7));
                Instant made = LAYOUT.decode(ids.next()).time();
                assertThat(Duration.between(made, time.instant())).isBetween(Duration.ZERO, Duration.ofMillis(1));
            }
        }
    }

    @Test
    void shouldRestWhenNobodyAsksAndWakeWithTheRightTime() {
        try (TimeOrderedIds ids = started()) {
            ids.next();
            assertThat(time.isAwake()).isTrue();
            time.pass(Duration.ofSeconds(1));
            assertThat(time.isAwake()).as("after a second without an id").isFalse();
            time.pass(Duration.ofHours(1));

            assertThat(LAYOUT.decode(ids.next()).time()).isEqualTo(time.instant());
            assertThat(time.isAwake()).isTrue();
        }
    }

    @Test
    void shouldBorrowFromTheNearFutureAndThenWait() {
        try (TimeOrderedIds ids = started()) {
            long perSecond = LAYOUT.idsPerSecond();
            long last = 0;
            for (long i = 0; i < perSecond + 4_096; i++) {
                long id = ids.next();
                assertThat(id).isGreaterThan(last);
                last = id;
            }
            assertThat(time.slept()).as("a second is borrowed").isZero();
            assertThat(LAYOUT.decode(last).time()).isEqualTo(time.instant().plusSeconds(1));

            ids.next();

            assertThat(time.slept()).isBetween(Duration.ofMillis(1), Duration.ofMillis(2));
        }
    }

    @Test
    void shouldHoldCallersWhenTheClockStepsBackALittle() {
        try (TimeOrderedIds ids = started()) {
            time.pass(Duration.ofSeconds(9));
            long before = ids.next();
            time.step(Duration.ofSeconds(-4));
            time.pass(Duration.ofMillis(5));

            long after = ids.next();

            assertThat(after).isGreaterThan(before);
            assertThat(time.slept())
                    .as("4 s back, 1 s may be borrowed")
                    .isBetween(Duration.ofMillis(2_900), Duration.ofSeconds(3));
        }
    }

    @Test
    void shouldRefuseCallersWhenTheClockStepsBackALotAndNotMoveOnMeanwhile() {
        try (TimeOrderedIds ids = started()) {
            time.pass(Duration.ofSeconds(5));
            long before = ids.next();
            time.step(Duration.ofHours(-1));
            time.pass(Duration.ofMillis(5));
            for (int i = 0; i < 100_000; i++) {
                assertThatThrownBy(ids::next)
                        .isInstanceOf(TimeRefusedException.class)
                        .hasMessageContaining("never go back");
            }
            assertThat(time.slept()).isZero();

            time.pass(Duration.ofHours(1));
            long after = ids.next();

            assertThat(LAYOUT.decode(after).time()).isEqualTo(time.instant());
            assertThat(after).isGreaterThan(before);
        }
    }

    @Test
    void shouldNotBeHeldByAWrongYear() {
        try (TimeOrderedIds ids = started()) {
            ids.next();
            time.step(Duration.ofDays(3_650));
            time.pass(Duration.ofSeconds(20));
            Instant meanwhile = LAYOUT.decode(ids.next()).time();
            time.step(Duration.ofDays(-3_650));
            time.pass(Duration.ofSeconds(1));

            assertThat(meanwhile).isBefore(time.instant());
            assertThat(LAYOUT.decode(ids.next()).time()).isEqualTo(time.instant());
        }
    }

    @Test
    void shouldUseNoSecondOfAFormerLife() {
        TimeOrderedIds killed = started();
        long last = killed.next();
        time.step(Duration.ofMinutes(-5));

        assertThatThrownBy(started()::next)
                .as("seconds up to 10 are reserved, and then 10 more")
                .isInstanceOf(TimeRefusedException.class)
                .hasMessageContaining("former life");
        time.pass(Duration.ofMinutes(6));

        assertThat(started().next()).isGreaterThan(last);
    }

    @Test
    void shouldNeedNoWaitAfterBeingClosed() {
        TimeOrderedIds first = started();
        long last = first.next();
        first.close();
        time.pass(Duration.ofMillis(10));

        long next = started().next();

        assertThat(next).isGreaterThan(last);
        assertThat(time.slept())
                .as("at most the rest of the second, less what may be borrowed")
                .isZero();
    }

    @Test
    void shouldGiveBackTheFollowingLeaseTooWhenClosed() {
        TimeOrderedIds first = started();
        long last = 0;
        for (int i = 0; i < 900; i++) {
            time.pass(Duration.ofMillis(10));
            last = first.next();
        }
        assertThat(counter.max())
                .as("the lease from second 10 on is there")
                .isGreaterThan(time.instant().getEpochSecond() + 5);

        first.close();

        assertThat(counter.max()).isLessThanOrEqualTo(time.instant().getEpochSecond());
        assertThat(started().next()).isGreaterThan(last);
        assertThat(time.slept()).isZero();
    }

    @Test
    void shouldGoOnFromLeaseToLeaseWithoutAWait() {
        try (TimeOrderedIds ids = started()) {
            long last = 0;
            for (int i = 0; i < 6_000; i++) {
                time.pass(Duration.ofMillis(10));
                long id = ids.next();
                assertThat(id).isGreaterThan(last);
                last = id;
            }
            assertThat(time.slept()).isZero();
            assertThat(counter.max()).isLessThan(time.instant().getEpochSecond() + 15);
        }
    }

    @Test
    void shouldShareWorkerNumbersAndRefuseWhenAllAreTaken() {
        WorkerLeases leases = WorkerLeases.shared(counter, 2, Duration.ofMinutes(10));
        List<TimeOrderedIds> generators = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            generators.add(
                    LAYOUT.generator().settings(time.settings()).leases(leases).start());
        }
        assertThat(LAYOUT.decode(generators.get(0).next()).worker()).isZero();
        assertThat(LAYOUT.decode(generators.get(1).next()).worker()).isEqualTo(1);
        assertThatThrownBy(generators.get(2)::next)
                .isInstanceOf(TimeRefusedException.class)
                .hasMessageContaining("allow more workers");

        time.pass(Duration.ofMinutes(10));

        assertThat(LAYOUT.decode(generators.get(2).next()).worker()).isZero();
        assertThat(LAYOUT.decode(generators.get(0).next()).worker()).isEqualTo(1);
    }

    @Test
    void shouldTellACallerWhyThereIsNoLeaseAndRecover() {
        FailingSource source = new FailingSource();
        try (TimeOrderedIds ids = LAYOUT.generator()
                .settings(time.settings())
                .leases(WorkerLeases.reserved(1, source))
                .start()) {
            long last = ids.next();
            source.fails = true;
            time.pass(Duration.ofSeconds(30));

            assertThatThrownBy(ids::next)
                    .isInstanceOf(RangeSourceException.class)
                    .hasMessage("down");
            assertThatThrownBy(ids::next).isInstanceOf(RangeSourceException.class);
            source.fails = false;

            assertThat(ids.next()).isGreaterThan(last);
        }
    }

    private static final class FailingSource implements io.mintmark.range.RangeSource {
        private final InMemoryRanges counter = new InMemoryRanges();
        private boolean fails;

        private InMemoryRanges reachable() {
            if (fails) {
                throw new RangeSourceException("down");
            }
            return counter;
        }

        @Override
        public io.mintmark.range.Range reserve(long size) {
            return reachable().reserve(size);
        }

        @Override
        public boolean giveBack(io.mintmark.range.Range range, long lastIssued) {
            return reachable().giveBack(range, lastIssued);
        }

        @Override
        public long raise(long atLeast) {
            return reachable().raise(atLeast);
        }
    }

    @Test
    void shouldRefuseWhenTheLayoutHasRunOut() {
        SteppedTime end = new SteppedTime(LAYOUT.runsOut().minusMillis(1_500));
        try (TimeOrderedIds ids = LAYOUT.generator()
                .settings(end.settings())
                .leases(WorkerLeases.reserved(1, counter))
                .start()) {
            ids.next();
            end.pass(Duration.ofMillis(1_499));
            for (int i = 0; i < 4_096; i++) {
                assertThat(ids.next()).isPositive();
            }
            for (int i = 0; i < 3; i++) {
                assertThatThrownBy(ids::next)
                        .isInstanceOf(ExhaustedException.class)
                        .hasMessageContaining("has no ids from 2080");
            }
        }
        end.pass(Duration.ofSeconds(60));
        assertThatThrownBy(() -> LAYOUT.generator()
                        .settings(end.settings())
                        .leases(WorkerLeases.reserved(1, counter))
                        .start())
                .isInstanceOf(ExhaustedException.class);
    }

    @Test
    void shouldReserveNothingMoreOnceItIsClosed() {
        List<Runnable> asked = new ArrayList<>();
        Refiller busy = new Refiller() {
            private final Refiller life = time.new Life();

            @Override
            public void after(long delayNanos, Runnable watching) {
                life.after(delayNanos, watching);
            }

            @Override
            public void execute(Runnable reserving) {
                asked.add(reserving);
            }
        };
        TimeOrderedIds ids = LAYOUT.generator()
                .settings(time.settings(busy, Duration.ofSeconds(1), Duration.ofSeconds(5)))
                .leases(WorkerLeases.reserved(5, counter))
                .start();
        while (asked.isEmpty()) {
            time.pass(Duration.ofMillis(100));
            ids.next();
        }
        ids.close();
        long closedAt = counter.max();

        asked.forEach(Runnable::run);

        assertThat(counter.max()).as("or the next start would wait").isEqualTo(closedAt);
    }

    @Test
    void shouldRefuseASecondUnguardedGeneratorOfOneWorkerInThisProcess() {
        TimeOrderedIds first =
                LAYOUT.generator().settings(time.settings()).worker(77).start();

        assertThatThrownBy(() -> LAYOUT.generator().worker(77).start())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("Another generator of this process uses worker 77");
        first.close();
        LAYOUT.generator().settings(time.settings()).worker(77).start().close();
    }

    @Test
    void shouldWaitForASecondThatNoFormerLifeCanHaveReached() {
        try (TimeOrderedIds ids =
                LAYOUT.generator().settings(time.settings()).worker(78).start()) {
            Instant started = time.instant();

            BitParts parts = LAYOUT.decode(ids.next());

            assertThat(parts.time()).isEqualTo(started.plusSeconds(2));
            assertThat(time.slept()).as("one second of the two may be borrowed").isEqualTo(Duration.ofSeconds(1));
        }
    }

    @Test
    void shouldRepeatNoIdOfAWorkerThatThisProcessUsedBeforeTheClockWasSetBack() {
        TimeOrderedIds first =
                LAYOUT.generator().settings(time.settings()).worker(79).start();
        long last = first.next();
        first.close();
        time.step(Duration.ofSeconds(-4));

        try (TimeOrderedIds second =
                LAYOUT.generator().settings(time.settings()).worker(79).start()) {
            assertThat(second.next()).isGreaterThan(last);
        }
    }

    @Test
    void shouldRepeatNoIdOfAWorkerWhoseFormerGeneratorBorrowedFartherAhead() {
        TimeSettings day = time.settings(time.new Life(), Duration.ofHours(1), Duration.ofHours(2));
        TimeOrderedIds first = LAYOUT.generator().settings(day).worker(80).start();
        long last = first.next();
        first.close();

        try (TimeOrderedIds second =
                LAYOUT.generator().settings(time.settings()).worker(80).start()) {
            assertThatThrownBy(second::next).isInstanceOf(TimeRefusedException.class);
            time.pass(Duration.ofHours(1));
            assertThat(second.next()).isGreaterThan(last);
        }
    }

    @Test
    void shouldRefuseWhatIsNoGenerator() {
        assertThatThrownBy(() -> LAYOUT.generator().start()).hasMessageContaining("needs a worker number");
        assertThatThrownBy(() -> LAYOUT.generator().worker(1_024)).hasMessageContaining("0 to 1023");
        assertThatThrownBy(() -> LAYOUT.generator()
                        .worker(1)
                        .leases(WorkerLeases.reserved(1, counter))
                        .start())
                .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> LAYOUT.generator().leases(WorkerLeases.shared(counter, 1_025, Duration.ofMinutes(1))))
                .hasMessageContaining("worker=1024");
        assertThatThrownBy(() -> LAYOUT.generator().borrow(Duration.ofDays(2))).hasMessageContaining("borrowing");
        assertThatThrownBy(() -> LAYOUT.generator().patience(Duration.ofDays(-2)))
                .hasMessageContaining("patience");
    }

    @Test
    void shouldRefuseOnceClosed() {
        TimeOrderedIds ids = started();
        ids.next();
        ids.close();
        ids.close();

        assertThatThrownBy(ids::next).isInstanceOf(IllegalStateException.class);
        assertThat(ids).hasToString("TimeOrderedIds(" + LAYOUT + ")");
    }

    @Test
    void shouldLeaveAnInterruptSetAndBeIntact() {
        try (TimeOrderedIds ids = started()) {
            time.pass(Duration.ofSeconds(9));
            long last = ids.next();
            time.step(Duration.ofSeconds(-4));
            time.pass(Duration.ofMillis(5));
            Thread.currentThread().interrupt();

            assertThatThrownBy(ids::next).isInstanceOf(TimeRefusedException.class);

            assertThat(Thread.interrupted()).isTrue();
            assertThat(ids.next()).isGreaterThan(last);
        }
    }

    /** Real time, real threads: each sees its ids rise, and no two see one. */
    @Test
    void shouldIssueEveryIdOnceToManyThreads() {
        SeenIds seen = new SeenIds();
        try (TimeOrderedIds ids = BitLayouts.tsid(8)
                .generator()
                .leases(WorkerLeases.reserved(3, counter))
                .start()) {
            List<CompletableFuture<long[]>> threads = new ArrayList<>();
            for (int thread = 0; thread < 4; thread++) {
                threads.add(CompletableFuture.supplyAsync(() -> drawn(ids, 500_000), task -> new Thread(task).start()));
            }
            for (CompletableFuture<long[]> thread : threads) {
                long before = 0;
                for (long id : thread.join()) {
                    assertThat(id > before).isTrue();
                    before = id;
                    seen.add(id);
                }
            }
        }
        assertThat(seen.count()).isEqualTo(2_000_000);
        assertThat(seen.duplicates()).isZero();
    }

    private static long[] drawn(TimeOrderedIds ids, int count) {
        long[] drawn = new long[count];
        for (int i = 0; i < count; i++) {
            drawn[i] = ids.next();
        }
        return drawn;
    }
}
