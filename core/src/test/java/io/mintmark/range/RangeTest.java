package io.mintmark.range;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class RangeTest {

    @Test
    void shouldCountBothEnds() {
        assertThat(Range.of(1, 32).size()).isEqualTo(32);
        assertThat(Range.of(7, 7).size()).isEqualTo(1);
    }

    @Test
    void shouldNotWrapWhenItHoldsAllNumbers() {
        assertThat(Range.of(1, Long.MAX_VALUE).size()).isEqualTo(Long.MAX_VALUE);
        assertThat(Range.of(0, Long.MAX_VALUE).size()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void shouldRefuseToHoldNoNumber() {
        assertThatThrownBy(() -> Range.of(2, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a range must have 0 <= low <= high: low=2, high=1");
        assertThatThrownBy(() -> Range.of(-1, 1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldTellWhetherItsSourceRecognisesIt() {
        assertThat(Range.of(1, 2).hasToken()).isFalse();
        assertThat(new Range(1, 2, "orders/", "A", 9).hasToken()).isTrue();
    }
}
