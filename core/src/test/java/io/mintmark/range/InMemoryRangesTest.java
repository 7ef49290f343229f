package io.mintmark.range;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.counter.ExhaustedException;
import org.junit.jupiter.api.Test;

class InMemoryRangesTest {
    private final InMemoryRanges ranges = new InMemoryRanges();

    @Test
    void shouldReserveOneRangeAfterTheOther() {
        Range first = ranges.reserve(10);
        Range second = ranges.reserve(5);

        assertThat(first.low()).isEqualTo(1);
        assertThat(second.low()).isEqualTo(first.high() + 1);
        assertThat(ranges.max()).isEqualTo(15);
        assertThat(second.token()).isNotEqualTo(first.token());
    }

    @Test
    void shouldTakeRangesBackNewestFirst() {
        Range first = ranges.reserve(10);
        Range second = ranges.reserve(10);

        assertThat(ranges.giveBack(first, 4)).as("not the latest").isFalse();
        assertThat(ranges.giveBack(second, 10)).isTrue();
        assertThat(ranges.giveBack(first, 4)).isTrue();
        assertThat(ranges.max()).isEqualTo(4);
        assertThat(ranges.reserve(1).low()).isEqualTo(5);
    }

    @Test
    void shouldTakeNothingBackTwice() {
        Range range = ranges.reserve(10);
        ranges.giveBack(range, 0);
        ranges.reserve(10);

        assertThat(ranges.giveBack(range, 0)).isFalse();
        assertThat(ranges.max()).isEqualTo(10);
    }

    @Test
    void shouldForgetLeasesWhenRaised() {
        Range range = ranges.reserve(10);

        assertThat(ranges.raise(100)).isEqualTo(100);
        assertThat(ranges.raise(50)).isEqualTo(100);
        assertThat(ranges.giveBack(range, 5)).isFalse();
        assertThat(ranges.reserve(1).low()).isEqualTo(101);
    }

    @Test
    void shouldRefuseAtItsCeiling() {
        InMemoryRanges near = new InMemoryRanges(95, 100);

        assertThat(near.reserve(10)).extracting(Range::low, Range::high).containsExactly(96L, 100L);
        assertThatThrownBy(() -> near.reserve(1)).isInstanceOf(ExhaustedException.class);
        assertThat(near.max()).isEqualTo(100);
    }
}
