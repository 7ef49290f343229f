package io.mintmark.counter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NumberSliceTest {
    @Test
    void shouldBeginAboveEveryOrdinaryNumberAndEndWithTheLastThatJavaScriptReads() {
        assertThat(NumberSlice.FIRST).isEqualTo(4_503_599_627_370_496L);
        assertThat(new NumberSlice(1).low()).isEqualTo(4_503_600_701_112_320L);
        assertThat(new NumberSlice(NumberSlice.EPOCH_MAX).high()).isEqualTo(Reservation.CEILING_JS_SAFE);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4_095, 1 << 20, (1 << 22) - 2})
    void shouldLieApartFromTheNextOne(long epoch) {
        NumberSlice slice = new NumberSlice(epoch);

        assertThat(slice.high() - slice.low() + 1).isEqualTo(1L << 30);
        assertThat(new NumberSlice(epoch + 1).low()).isEqualTo(slice.high() + 1);
        assertThat(NumberSlice.epochOf(slice.low())).isEqualTo(epoch);
        assertThat(NumberSlice.epochOf(slice.high())).isEqualTo(epoch);
        assertThat(NumberSlice.has(slice.low())).isTrue();
    }

    @Test
    void shouldTellNumbersOfSlicesFromOrdinaryOnes() {
        assertThat(NumberSlice.has(NumberSlice.ORDINARY_MAX)).isFalse();
        assertThat(NumberSlice.has(NumberSlice.FIRST)).isTrue();
        assertThat(NumberSlice.ordinary(NumberSlice.ORDINARY_MAX)).isEqualTo(NumberSlice.ORDINARY_MAX);
        assertThat(NumberSlice.ordinary(NumberSlice.FIRST)).isZero();
        assertThat(NumberSlice.ordinary(Long.MAX_VALUE)).isZero();
        assertThat(NumberSlice.ordinary(-5)).isEqualTo(-5);
    }

    @ParameterizedTest
    @ValueSource(longs = {Long.MIN_VALUE, -1, 0, 1 << 22, Long.MAX_VALUE})
    void shouldRefuseEpochsThatHaveNone(long epoch) {
        assertThat(NumberSlice.of(epoch)).isEmpty();
        assertThatThrownBy(() -> new NumberSlice(epoch))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("only the epochs 1 to 4194303 have a slice of numbers: epoch=" + epoch);
    }

    @Test
    void shouldNeverComeBack() {
        long end = new NumberSlice(3).low() + 31;
        OpenLease latest = new OpenLease(5, end - 31, end);
        Life life = Life.first("life.1");

        assertThat(ReturnRule.judge(life, end, latest, end - 5, end, null))
                .isEqualTo(new ReturnRule.Verdict.Refused(ReturnRule.Reason.OF_A_SLICE));
        assertThat(ReturnRule.judge(life, end, latest, end - 5, end, new LeaseToken("life.1", 5)))
                .isEqualTo(new ReturnRule.Verdict.Refused(ReturnRule.Reason.OF_A_SLICE));
    }
}
