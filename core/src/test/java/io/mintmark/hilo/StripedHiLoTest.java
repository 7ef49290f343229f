package io.mintmark.hilo;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.range.InMemoryRanges;
import io.mintmark.range.Range;
import io.mintmark.range.RangeListener;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
class StripedHiLoTest {
    private static final int STRIPES = 4;
    private static final int THREADS = 4;

    /** A stripe's part of the longest range. */
    private static final int SHARE = 1_024;

    private final InMemoryRanges source = new InMemoryRanges();

    @Test
    void shouldKeepOneOrderOfAllThreadsWhileRangesAreShort() {
        try (StripedHiLo hilo = striped(1_000)) {
            assertThat(nextOf(0, hilo)).isEqualTo(1);
            assertThat(nextOf(1, hilo)).isEqualTo(2);
            assertThat(nextOf(2, hilo)).isEqualTo(3);
            assertThat(nextOf(0, hilo)).isEqualTo(4);
        }
    }

    @Test
    void shouldDrawAShareOfALongRangeForEachStripe() {
        try (StripedHiLo hilo = striped(HiLoBuilder.RANGE_SIZE_MAX)) {
            assertThat(nextOf(0, hilo)).as("before there is a range").isEqualTo(1);
            assertThat(nextOf(0, hilo)).isEqualTo(2);
            assertThat(nextOf(1, hilo)).isEqualTo(2 + SHARE);
            assertThat(nextOf(0, hilo)).isEqualTo(3);
            assertThat(hilo.nextBlock(10)).as("past what stripes drew").isEqualTo(2 + 2 * SHARE);
        }
    }

    @Test
    void shouldDrawLessTheShorterRangesAre() {
        try (StripedHiLo hilo = striped(4 * SHARE)) {
            assertThat(nextOf(0, hilo)).isEqualTo(1);
            assertThat(nextOf(0, hilo)).isEqualTo(2);
            assertThat(nextOf(1, hilo)).isEqualTo(6);
        }
    }

    @Test
    void shouldLoseNothingWhenOneThreadCloses() {
        try (StripedHiLo hilo = striped(HiLoBuilder.RANGE_SIZE_MAX)) {
            for (int i = 1; i <= SHARE + 10; i++) {
                assertThat(hilo.next()).isEqualTo(i);
            }
        }

        assertThat(source.max()).isEqualTo(SHARE + 10);
    }

    @Test
    void shouldHandBackOnlyWhatNobodyDrewAfter() {
        try (StripedHiLo hilo = striped(HiLoBuilder.RANGE_SIZE_MAX)) {
            hilo.next();
            nextOf(0, hilo);
            assertThat(nextOf(1, hilo)).isEqualTo(2 + SHARE);
            assertThat(nextOf(0, hilo)).isEqualTo(3);
        }

        assertThat(source.max()).as("the other stripe's rest is a gap").isEqualTo(2 + SHARE);
    }

    @Test
    void shouldDropAShareWithItsRange() {
        int range = 4 * SHARE;
        try (StripedHiLo hilo = striped(range)) {
            hilo.next();
            assertThat(nextOf(0, hilo)).isEqualTo(2);
            hilo.nextBlock(range - 5); // all but the rest of the share
            long ofNextRange = nextOf(1, hilo);
            assertThat(ofNextRange).isGreaterThan(range);

            assertThat(nextOf(0, hilo)).as("not 3, which is smaller").isGreaterThan(range);
        }
    }

    @Test
    void shouldTellWhatStripesLeaveBehind() {
        AtomicLong gaps = new AtomicLong();
        int range = 4 * SHARE;
        StripedHiLo hilo = new StripedHiLo(
                HiLo.over(source)
                        .rangeSize(range)
                        .listener(new RangeListener() {
                            @Override
                            public void gap(Range of, long count) {
                                gaps.addAndGet(count);
                            }
                        })
                        .strict(),
                STRIPES,
                SHARE,
                SHARE);
        hilo.next();
        nextOf(0, hilo); // a share of four
        nextOf(1, hilo); // and another
        assertThat(hilo.nextBlock(range - 10)).isEqualTo(10);
        assertThat(gaps).as("nothing yet").hasValue(0);

        long ofNextRange = hilo.nextBlock(2);
        assertThat(ofNextRange).isEqualTo(range + 1);
        assertThat(gaps)
                .as("the rests of two shares, and a number too few for the block")
                .hasValue(3 + 3 + 1);
        hilo.close();

        assertThat(source.max()).isEqualTo(range + 2);
        assertThat(gaps).hasValue(7);
    }

    @Test
    void shouldIssueARangeToItsEndThroughShares() {
        int range = 4 * SHARE + 3; // shares of four
        try (StripedHiLo hilo = striped(range)) {
            for (int i = 1; i <= range + 1; i++) {
                assertThat(hilo.next()).isEqualTo(i);
            }
        }

        assertThat(source.max()).isEqualTo(range + 1);
    }

    @Test
    void shouldIssueIncreasingNumbersToAThreadAlone() {
        try (StripedHiLo hilo = HiLo.over(source).striped()) {
            long before = 0;
            for (int i = 0; i < 5_000_000; i++) {
                long number = hilo.next();
                if (number <= before) {
                    assertThat(number).isGreaterThan(before);
                }
                before = number;
            }
        }
    }

    @ParameterizedTest(name = "{0} stripes")
    @ValueSource(ints = {1, STRIPES})
    void shouldIssueEveryNumberOnceHoweverOftenItIsClosed(int stripes) throws Exception {
        BitSet seen = new BitSet();
        for (int round = 0; round < 50; round++) {
            StripedHiLo hilo = new StripedHiLo(strict(4 * SHARE), stripes, SHARE, SHARE);
            CountDownLatch drawn = new CountDownLatch(20_000);
            List<CompletableFuture<List<Long>>> threads = new ArrayList<>();
            for (int thread = 0; thread < THREADS; thread++) {
                threads.add(CompletableFuture.supplyAsync(
                        () -> drawUntilClosed(hilo, drawn), task -> new Thread(task).start()));
            }
            assertThat(drawn.await(60, TimeUnit.SECONDS)).isTrue();
            hilo.close();
            for (CompletableFuture<List<Long>> thread : threads) {
                for (long number : thread.get(60, TimeUnit.SECONDS)) {
                    assertThat(seen.get((int) number)).as("%d twice", number).isFalse();
                    seen.set((int) number);
                }
            }
            assertThat(source.max())
                    .as("the counter ends after the last number")
                    .isGreaterThanOrEqualTo(seen.length() - 1);
        }
    }

    private static List<Long> drawUntilClosed(StripedHiLo hilo, CountDownLatch drawn) {
        List<Long> numbers = new ArrayList<>();
        try {
            while (true) {
                numbers.add(hilo.next());
                drawn.countDown();
            }
        } catch (IllegalStateException closed) {
            return numbers;
        }
    }

    private StripedHiLo striped(long rangeSize) {
        return new StripedHiLo(strict(rangeSize), STRIPES, SHARE, SHARE);
    }

    private StrictHiLo strict(long rangeSize) {
        return HiLo.over(source).rangeSize(rangeSize).strict();
    }

    /** Returns the next number that a thread of this stripe gets. */
    private static long nextOf(int stripe, StripedHiLo hilo) {
        return CompletableFuture.supplyAsync(
                        hilo::next, task -> threadOf(stripe, task).start())
                .join();
    }

    private static Thread threadOf(int stripe, Runnable task) {
        while (true) {
            Thread thread = new Thread(task);
            if ((thread.getId() & (STRIPES - 1)) == stripe) {
                return thread;
            }
        }
    }
}
