package io.mintmark.range;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class PaceTest {
    private static final long SECOND = 1_000_000_000L;

    private final Pace pace = new Pace(1_000, 1 << 20);
    private long now;
    private long issued;

    @Test
    void shouldAskForTheFirstSizeWhileItKnowsNoRate() {
        assertThat(pace.nextSize(0)).isEqualTo(1_000);
        assertThat(new Pace(1_000, 100).nextSize(0)).isEqualTo(100);
    }

    @Test
    void shouldHaveRoomForTheLargestBlockUntilNothingIsIssued() {
        pace.observeBlocked(4_096);
        pace.observeBlocked(2);
        pace.observeSupplied();
        assertThat(pace.nextSize(0)).isEqualTo(4_096);

        pace.observeIdle();

        assertThat(pace.nextSize(0)).isEqualTo(1_000);
    }

    @Test
    void shouldExceedTheMostForAWaitingBlockAndOnce() {
        Pace narrow = new Pace(10, 100);
        narrow.observeBlocked(65_536);

        assertThat(narrow.planSize(0)).isEqualTo(65_536);
        assertThat(narrow.planSize(0)).as("room for blocks within the most").isEqualTo(100);
        narrow.observeIdle();
        assertThat(narrow.planSize(0)).isEqualTo(10);
    }

    @Test
    void shouldMakeARangeLastItsSpan() {
        pace.observeGranted(1 << 20);
        runAt(1_000_000);

        assertThat((double) pace.nextSize(0)).isCloseTo(1e6 * Pace.SPAN_NANOS / SECOND, within(100.0));
    }

    @Test
    void shouldGrowWhenACallerWasBlockedButWithinTime() {
        pace.observeGranted(1_000);
        runAt(10_000);

        assertThat(pace.nextSize(0)).isEqualTo(1_000);
        pace.observeBlocked(1);
        assertThat(pace.nextSize(0)).as("a quarter of a second at most").isBetween(2_000L, 2_500L);
        pace.observeSupplied();
        assertThat(pace.nextSize(0)).isEqualTo(1_000);
    }

    @Test
    void shouldReserveNoMoreThanABurstIssuedAndTwoFirstRanges() {
        pace.observeGranted(10_000);
        pace.observeIssued(10_000, 1_000);
        pace.observeAll(10_000, 1_000);

        assertThat(pace.nextSize(0)).isEqualTo(12_000);
        assertThat(pace.nextSize(7_000)).isEqualTo(5_000);
        assertThat(pace.hasRoom(11_000)).isTrue();
        assertThat(pace.hasRoom(11_001)).isFalse();
    }

    @Test
    void shouldForgetABurstAfterAWhile() {
        pace.observeGranted(10_000);
        pace.observeAll(10_000, 1_000);
        pace.observeAll(10_000, SECOND + 1_000);
        pace.observeAll(10_000, 2 * SECOND + 1_000);

        assertThat(pace.hasRoom(1_001)).isFalse();
        assertThat(pace.nextSize(5_000)).as("a caller who waits gets a range").isEqualTo(1_000);
    }

    @Test
    void shouldShrinkWhenQuiet() {
        pace.observeGranted(500_000);
        runAt(1_000_000);
        for (int i = 0; i < 100; i++) {
            pace.observeIssued(0, 10_000_000);
        }

        assertThat(pace.nextSize(0)).isEqualTo(1_000);
    }

    @Test
    void shouldNeverAskForMoreThanTheMost() {
        pace.observeGranted(1 << 20);
        runAt(1_000_000_000);
        pace.observeBlocked(1);

        assertThat(pace.nextSize(0)).isEqualTo(1 << 20);
    }

    @Test
    void shouldCoverASlowStore() {
        pace.observeGranted(1 << 20);
        for (int i = 0; i < 50; i++) {
            pace.observeLatency(100_000_000);
        }
        runAt(100_000);
        runAt(100_000);
        runAt(100_000);

        assertThat(pace.nextSize(0)).as("16 latencies").isGreaterThan(150_000);
        assertThat(pace.leadNanos()).isGreaterThan(3 * 99e6);
    }

    @Test
    void shouldLastForEverWhileNothingIsIssued() {
        assertThat(pace.lasts(0)).isInfinite();
        assertThat(pace.perSecond()).isZero();
    }

    /** Runs for a second. */
    private void runAt(long perSecond) {
        for (int i = 0; i < 100; i++) {
            now += SECOND / 100;
            issued += perSecond / 100;
            pace.observeIssued(perSecond / 100, SECOND / 100);
            pace.observeAll(issued, now);
        }
    }
}
