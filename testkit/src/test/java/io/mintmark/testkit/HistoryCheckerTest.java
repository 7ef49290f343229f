package io.mintmark.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class HistoryCheckerTest {
    private final HistoryChecker history = new HistoryChecker();

    @Test
    void shouldFindANumberIssuedTwice() {
        assertThat(history.issued("orders", 7)).isTrue();
        assertThat(history.issued("orders", 8)).isTrue();
        assertThat(history.issued("orders", 7)).isFalse();

        assertThat(history.duplicateCount()).isEqualTo(1);
        assertThat(history.issuedCount()).isEqualTo(3);
        assertThat(history.firstDuplicates()).containsExactly(new Duplicate("orders", "7"));
    }

    @Test
    void shouldTellEveryNumberFromEveryOther() {
        long[] numbers = {
            0,
            1,
            63,
            64,
            4095,
            4096,
            4097,
            1L << 32,
            (1L << 32) + 1,
            Long.MAX_VALUE,
            Long.MAX_VALUE - 1,
            -1,
            -64,
            Long.MIN_VALUE
        };
        for (long number : numbers) {
            assertThat(history.issued("orders", number)).as("first %d", number).isTrue();
        }
        for (long number = 5000; number < 20_000; number++) {
            assertThat(history.issued("orders", number)).as("first %d", number).isTrue();
        }

        assertThat(history.duplicateCount()).isZero();
        for (long number : numbers) {
            assertThat(history.issued("orders", number)).as("second %d", number).isFalse();
        }
    }

    @Test
    void shouldCountEveryNumberOfAnInterval() {
        assertThat(history.issued("orders", 1, 1_000_000_000)).isTrue();
        assertThat(history.issued("orders", 1_000_000_001, 1_000_000_001)).isTrue();

        assertThat(history.issuedCount()).isEqualTo(1_000_000_001);
        assertThat(history.duplicateCount()).isZero();
    }

    @Test
    void shouldFindWhatTwoIntervalsShare() {
        history.issued("orders", 1, 100_000);

        assertThat(history.issued("orders", 99_999, 200_000)).isFalse();

        assertThat(history.duplicateCount()).isEqualTo(2);
        assertThat(history.issuedCount()).isEqualTo(200_002);
        assertThat(history.firstDuplicates())
                .containsExactly(new Duplicate("orders", "99999"), new Duplicate("orders", "100000"));
    }

    @Test
    void shouldListNoMoreThanTheFirstFewDuplicatesOfAnInterval() {
        history.issued("orders", 1, 100_000);
        history.issued("orders", 1, 100_000);

        assertThat(history.duplicateCount()).isEqualTo(100_000);
        assertThat(history.firstDuplicates())
                .hasSize(10)
                .startsWith(new Duplicate("orders", "1"))
                .endsWith(new Duplicate("orders", "10"));
    }

    @Test
    void shouldFindANumberInsideAnIntervalAndAnIntervalAroundANumber() {
        history.issued("orders", 4096, 8191);
        assertThat(history.issued("orders", 5000)).isFalse();

        history.issued("users", 5000);
        assertThat(history.issued("users", 4096, 8191)).isFalse();
        assertThat(history.firstDuplicates())
                .containsExactly(new Duplicate("orders", "5000"), new Duplicate("users", "5000"));
    }

    @Test
    void shouldAgreeWithASetAboutRandomIntervals() {
        long seed = Seed.fresh("intervals issued");
        SplittableRandom random = new SplittableRandom(seed);
        Set<Long> known = new HashSet<>();
        long duplicates = 0;
        for (int round = 0; round < 400; round++) {
            long low = random.nextLong(-40_000, 40_000);
            long high = low + (random.nextBoolean() ? random.nextLong(130) : random.nextLong(12_000));
            long repeated = LongStream.rangeClosed(low, high)
                    .filter(number -> !known.add(number))
                    .count();
            duplicates += repeated;

            assertThat(history.issued("orders", low, high)).isEqualTo(repeated == 0);
        }

        assertThat(history.duplicateCount()).isEqualTo(duplicates);
        assertThat(history.issuedCount()).isEqualTo(known.size() + duplicates);
    }

    @Test
    void shouldTakeIntervalsAtBothEndsOfAllNumbers() {
        assertThat(history.issued("orders", Long.MAX_VALUE - 5000, Long.MAX_VALUE))
                .isTrue();
        assertThat(history.issued("orders", Long.MIN_VALUE, Long.MIN_VALUE + 5000))
                .isTrue();

        assertThat(history.issued("orders", Long.MAX_VALUE)).isFalse();
        assertThat(history.issued("orders", Long.MIN_VALUE)).isFalse();
        assertThat(history.issuedCount()).isEqualTo(10_004);
    }

    @Test
    void shouldRefuseAnIntervalThatEndsBeforeItBegins() {
        assertThatThrownBy(() -> history.issued("orders", 2, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("low <= high: scope=orders, low=2, high=1");
    }

    @Test
    void shouldKeepScopesApart() {
        assertThat(history.issued("orders", 1)).isTrue();
        assertThat(history.issued("users", 1)).isTrue();
        assertThat(history.issued("shop", "orders/1-A")).isTrue();
        assertThat(history.issued("other shop", "orders/1-A")).isTrue();
        assertThat(history.issued("shop", "orders/1-A")).isFalse();
    }

    @Test
    void shouldListTheFirstFewDuplicatesInItsError() {
        for (int round = 0; round < 2; round++) {
            for (long number = 1; number <= 12; number++) {
                history.issued("orders", number);
            }
        }

        assertThatThrownBy(history::requireNoDuplicates)
                .isInstanceOf(AssertionError.class)
                .hasMessageStartingWith("no identifier may be issued twice: 12 of 24 were: 1 in orders, 2 in orders")
                .hasMessageEndingWith("10 in orders, ...");
    }

    @Test
    void shouldBeContentWithoutDuplicates() {
        history.issued("orders", 1);

        assertThatCode(history::requireNoDuplicates).doesNotThrowAnyException();
    }

    @Test
    void shouldCountAsGapsWhatWasNeitherIssuedNorGivenBack() {
        history.reserved("orders", 1, 32);
        history.reserved("orders", 33, 64);
        history.givenBack("orders", 48, 64);
        for (long number = 1; number <= 36; number++) {
            history.issued("orders", number);
        }

        assertThat(history.gapsShare()).isEqualTo(0.25, within(1e-9));
        assertThat(history.rangeCount()).isEqualTo(2);
        assertThat(history.returnCount()).isEqualTo(1);
    }

    @Test
    void shouldNotFillTheGapsOfAScopeWithNumbersOfAnother() {
        history.reserved("orders", 1, 100);
        history.issued("orders", 1, 25);
        history.issued("identities", 1, 1_000);

        assertThat(history.gapsShare()).isEqualTo(0.75, within(1e-9));

        history.settle("orders");

        assertThat(history.gapsShare()).as("the counts stay").isEqualTo(0.75, within(1e-9));
    }

    @Test
    void shouldNotLetAScopeThatGaveTooMuchBackHideTheGapsOfAnother() {
        history.reserved("orders", 1, 100);
        history.reserved("users", 1, 100);
        history.issued("users", 1, 100);
        history.givenBack("users", 0, 100);

        assertThat(history.gapsShare()).isEqualTo(1, within(1e-9));
    }

    @Test
    void shouldNotGuessGapsWithoutReservations() {
        history.issued("orders", 1);

        assertThat(history.gapsShare()).isNaN();
        assertThat(history.report("r", 1, Duration.ZERO, 1).line()).contains("gaps unknown");
    }

    @Test
    void shouldKeepTheCountsOfASettledScope() {
        history.issued("orders", 1);
        history.settle("orders");

        assertThat(history.issuedCount()).isEqualTo(1);
        assertThat(history.issued("orders", 1)).as("the memory is gone").isTrue();
    }

    @Test
    void shouldMakeExactlyOneOfManyThreadsTheFirst() throws InterruptedException {
        int threads = 4;
        int numbers = 20_000;
        LongAdder firsts = new LongAdder();
        CountDownLatch start = new CountDownLatch(1);
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        for (int thread = 0; thread < threads; thread++) {
            pool.execute(() -> {
                try {
                    start.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                for (long number = 0; number < numbers; number++) {
                    if (history.issued("orders", number)) {
                        firsts.increment();
                    }
                }
            });
        }

        start.countDown();
        pool.shutdown();

        assertThat(pool.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
        assertThat(firsts.sum()).isEqualTo(numbers);
        assertThat(history.duplicateCount()).isEqualTo((threads - 1L) * numbers);
        assertThat(history.firstDuplicates()).hasSize(10);
    }

    @Test
    void shouldCountAnIntervalOnceHoweverManyThreadsAddIt() throws InterruptedException {
        int threads = 4;
        int intervals = 200;
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        for (int thread = 0; thread < threads; thread++) {
            pool.execute(() -> {
                for (long low = 0; low < intervals * 5_000L; low += 5_000) {
                    history.issued("orders", low, low + 4_999);
                }
            });
        }
        pool.shutdown();

        assertThat(pool.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
        assertThat(history.duplicateCount()).isEqualTo((threads - 1L) * intervals * 5_000);
        assertThat(history.issuedCount()).isEqualTo((long) threads * intervals * 5_000);
    }

    @Test
    void shouldReportInOneLineHowSureItIs() {
        history.reserved("orders", 1, 4);
        history.issued("orders", 1);
        history.fault("kill");
        history.fault("delay");
        history.fault("kill");

        assertThat(history.report("restart", 42, Duration.ofMillis(1250), 1000).line())
                .isEqualTo("restart · seed 42 · 1.3 s · 1 ids · faults delay×1, kill×2 · 0 duplicates · gaps 75.0 %"
                        + " · 95 % bound 3.0e-03 per trial (1,000 trials)");
    }

    @Test
    void shouldNotClaimABoundAfterADuplicate() {
        history.issued("orders", 1);
        history.issued("orders", 1);

        assertThat(history.report("restart", 42, Duration.ZERO, 1000).line())
                .endsWith("1 duplicates · gaps unknown · 95 % bound none: the promise is broken");
    }

    @Test
    void shouldBoundWhatZeroFailuresProve() {
        assertThat(HistoryReport.upperBound95(0)).isEqualTo(1);
        assertThat(HistoryReport.upperBound95(3)).isEqualTo(1);
        assertThat(HistoryReport.upperBound95(1000)).isEqualTo(0.003, within(1e-12));
        assertThat(HistoryReport.upperBound95(1_000_000)).isEqualTo(3e-6, within(1e-15));
    }
}
