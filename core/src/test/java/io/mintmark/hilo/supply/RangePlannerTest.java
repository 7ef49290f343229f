package io.mintmark.hilo.supply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.mintmark.range.Range;
import org.junit.jupiter.api.Test;

class RangePlannerTest {
    private static final long SECOND = 1_000_000_000L;

    private final RangePlanner planner = new RangePlanner(1_000, 1 << 20);
    private long now;
    private long issued;

    @Test
    void shouldAskForTheFirstSizeWhileItKnowsNoRate() {
        assertThat(planner.nextSize(0)).isEqualTo(1_000);
        assertThat(new RangePlanner(1_000, 100).nextSize(0)).isEqualTo(100);
    }

    @Test
    void shouldHaveRoomForTheLargestBlockUntilNothingIsIssued() {
        planner.observeBlocked(4_096);
        planner.observeBlocked(2);
        planner.observeSupplied();
        assertThat(planner.nextSize(0)).isEqualTo(4_096);

        planner.observeIdle();

        assertThat(planner.nextSize(0)).isEqualTo(1_000);
    }

    @Test
    void shouldExceedTheMostForAWaitingBlockAndOnce() {
        RangePlanner narrow = new RangePlanner(10, 100);
        narrow.observeBlocked(65_536);

        assertThat(narrow.planSize(0)).isEqualTo(65_536);
        assertThat(narrow.planSize(0)).as("room for blocks within the most").isEqualTo(100);
        narrow.observeIdle();
        assertThat(narrow.planSize(0)).isEqualTo(10);
    }

    @Test
    void shouldMakeARangeLastItsSpan() {
        planner.observeGranted(recognised(1 << 20));
        runAt(1_000_000);

        assertThat((double) planner.nextSize(0)).isCloseTo(1e6 * RangePlanner.SPAN_NANOS / SECOND, within(100.0));
    }

    @Test
    void shouldGrowWhenACallerWasBlockedButWithinTime() {
        planner.observeGranted(recognised(1_000));
        runAt(10_000);

        assertThat(planner.nextSize(0)).isEqualTo(1_000);
        planner.observeBlocked(1);
        assertThat(planner.nextSize(0)).as("a quarter of a second at most").isBetween(2_000L, 2_500L);
        planner.observeSupplied();
        assertThat(planner.nextSize(0)).isEqualTo(1_000);
    }

    @Test
    void shouldReserveNoMoreThanABurstIssuedAndTwoFirstRanges() {
        planner.observeGranted(recognised(10_000));
        planner.observeIssued(10_000, 1_000);
        planner.observeAll(10_000, 1_000);

        assertThat(planner.nextSize(0)).isEqualTo(12_000);
        assertThat(planner.nextSize(7_000)).isEqualTo(5_000);
        assertThat(planner.hasRoom(11_000)).isTrue();
        assertThat(planner.hasRoom(11_001)).isFalse();
    }

    @Test
    void shouldForgetABurstAfterAWhile() {
        planner.observeGranted(recognised(10_000));
        planner.observeAll(10_000, 1_000);
        planner.observeAll(10_000, SECOND + 1_000);
        planner.observeAll(10_000, 2 * SECOND + 1_000);

        assertThat(planner.hasRoom(1_001)).isFalse();
        assertThat(planner.nextSize(5_000))
                .as("a caller who waits gets a range")
                .isEqualTo(1_000);
    }

    @Test
    void shouldShrinkWhenQuiet() {
        planner.observeGranted(recognised(500_000));
        runAt(1_000_000);
        for (int i = 0; i < 100; i++) {
            planner.observeIssued(0, 10_000_000);
        }

        assertThat(planner.nextSize(0)).isEqualTo(1_000);
    }

    @Test
    void shouldNeverAskForMoreThanTheMost() {
        planner.observeGranted(recognised(1 << 20));
        runAt(1_000_000_000);
        planner.observeBlocked(1);

        assertThat(planner.nextSize(0)).isEqualTo(1 << 20);
    }

    @Test
    void shouldCoverASlowStore() {
        planner.observeGranted(recognised(1 << 20));
        for (int i = 0; i < 50; i++) {
            planner.observeLatency(100_000_000);
        }
        runAt(100_000);
        runAt(100_000);
        runAt(100_000);

        assertThat(planner.nextSize(0)).as("16 latencies").isGreaterThan(150_000);
        assertThat(planner.leadNanos()).isGreaterThan(3 * 99e6);
    }

    @Test
    void shouldLastForEverWhileNothingIsIssued() {
        assertThat(planner.lasts(0)).isInfinite();
        assertThat(planner.perSecond()).isZero();
    }

    @Test
    void shouldReserveFewAheadWhereNothingGoesBack() {
        planner.observeGranted(Range.of(1, 10_000));
        runAt(320_000);

        assertThat(planner.hasRoom(11_000)).as("a 32nd, and two first ranges").isTrue();
        assertThat(planner.hasRoom(11_001)).isFalse();
        assertThat(planner.nextSize(11_000)).isEqualTo(1_000);

        planner.observeGranted(recognised(10_000));
        assertThat(planner.hasRoom(300_000)).as("what goes back is not lost").isTrue();
    }

    @Test
    void shouldHaveAllThatTheSlackAsksForWithinSeconds() {
        planner.observeGranted(Range.of(1, 10_000));
        for (int second = 0; second < 5; second++) {
            runAt(1_000_000);
        }

        assertThat(planner.hasRoom((long) (planner.perSecond() / SECOND * planner.leadNanos())))
                .isTrue();
    }

    @Test
    void shouldOutlastASlowSourceAlthoughNothingGoesBack() {
        planner.observeGranted(Range.of(1, 10_000));
        for (int i = 0; i < 50; i++) {
            planner.observeLatency(100_000_000);
        }
        runAt(100_000);

        assertThat(planner.hasRoom(29_000)).as("numbers of three reservations").isTrue();
        assertThat(planner.hasRoom(33_000)).isFalse();
    }

    @Test
    void shouldServeCallersThatWaitAlthoughNothingGoesBack() {
        planner.observeGranted(Range.of(1, 10_000));
        runAt(100_000);
        planner.observeBlocked(1);

        assertThat(planner.nextSize(0)).as("a quarter of a second").isBetween(24_900L, 25_000L);
    }

    /** A range that can go back. */
    private static Range recognised(long size) {
        return new Range(1, size, "", "", 1);
    }

    /** Runs for a second. */
    private void runAt(long perSecond) {
        for (int i = 0; i < 100; i++) {
            now += SECOND / 100;
            issued += perSecond / 100;
            planner.observeIssued(perSecond / 100, SECOND / 100);
            planner.observeAll(issued, now);
        }
    }
}
