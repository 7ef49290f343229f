package io.mintmark.storage.group;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ReservationRateTest {
    private static final long MILLI = 1_000_000L;

    private final ReservationRate rate = new ReservationRate(0);

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
        assertThat(rate.aMinute(32)).as("ten ranges a second for a minute").isEqualTo(10 * 32 * 60);
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

        assertThat(rate.aMinute(1 << 20)).isEqualTo(1 << 30);
    }
}
