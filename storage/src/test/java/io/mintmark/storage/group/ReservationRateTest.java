package io.mintmark.storage.group;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ReservationRateTest {
    private static final long MILLI = 1_000_000L;

    private final ReservationRate rate = new ReservationRate(ReservationAmount.SHARED_STORE, 0);

    private void ask(long fromMillis, long untilMillis, long everyMillis, int size) {
        for (long at = fromMillis; at < untilMillis; at += everyMillis) {
            rate.note(at * MILLI, size);
        }
    }

    @Test
    void shouldBeHighOnceTwoWholeSecondsHadMoreThanFiveRangesEach() {
        ask(0, 2_000, 100, 32);
        assertThat(rate.isHigh()).as("while the first window lasts").isFalse();

        rate.note(2_000 * MILLI, 32);

        assertThat(rate.isHigh()).isTrue();
        assertThat(rate.ahead(32)).as("ten ranges a second for a minute").isEqualTo(10 * 32 * 60);
    }

    @Test
    void shouldNotBeHighAtFiveRangesASecond() {
        ask(0, 2_001, 200, 32);

        assertThat(rate.isHigh()).isFalse();
    }

    @Test
    void shouldForgetARateAfterAPause() {
        ask(0, 2_001, 100, 32);
        rate.note(9_000 * MILLI, 32);

        assertThat(rate.isHigh()).isFalse();
    }

    @Test
    void shouldReserveNoMoreAheadThanTwoToTheThirty() {
        ask(0, 2_001, 1, 1 << 20);

        assertThat(rate.ahead(1 << 20)).isEqualTo(1 << 30);
    }

    @Test
    void shouldReserveTwoSecondsAheadOnADiskOfThisMachine() {
        ReservationRate local = new ReservationRate(ReservationAmount.LOCAL_DISK, 0);
        for (long at = 0; at <= 2_000; at += 100) {
            local.note(at * MILLI, 32);
        }

        assertThat(local.ahead(32)).isEqualTo(20 * 32);
        assertThat(local.ahead(1_000)).as("at least what is asked for").isEqualTo(1_000);
        assertThat(local.ranges(20 * 32)).as("rather too many").isBetween(20L, 24L);
        assertThat(local.isLow(319, 640)).as("less than half is left").isTrue();
        assertThat(local.isLow(320, 640)).isFalse();
    }

    @Test
    void shouldReserveNoMoreThanTwoToTheTwentyFourOnADiskOfThisMachine() {
        assertThat(ReservationAmount.LOCAL_DISK.of(1L << 40, 1)).isEqualTo(1 << 24);
    }
}
