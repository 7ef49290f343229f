package io.mintmark.counter;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.time.Duration;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

class RangeSizeProperties {
    private static final long SECOND_NANOS = 1_000_000_000L;

    @Property
    void shouldLieWithinBoundsForEveryInput(
            @ForAll long lastSize, @ForAll long seconds, @ForAll @IntRange(max = 999_999_999) int nanos) {
        assertThat(RangeSize.next(lastSize, Duration.ofSeconds(seconds, nanos)))
                .isBetween(RangeSize.MIN, RangeSize.MAX);
        assertThat(RangeSize.next(lastSize, null)).isBetween(RangeSize.MIN, RangeSize.MAX);
    }

    @Property
    void shouldAgreeWithTheRuleInNumbersThatCannotOverflow(
            @ForAll long lastSize, @ForAll @LongRange(min = -SECOND_NANOS, max = 90 * SECOND_NANOS) long sinceNanos) {
        BigInteger last = BigInteger.valueOf(lastSize);
        BigInteger wanted = last;
        if (sinceNanos < 30 * SECOND_NANOS) {
            wanted = last.multiply(BigInteger.TWO);
        } else if (sinceNanos > 60 * SECOND_NANOS) {
            wanted = last.divide(BigInteger.TWO);
        }
        BigInteger held = wanted.max(BigInteger.valueOf(RangeSize.MIN)).min(BigInteger.valueOf(RangeSize.MAX));

        assertThat(RangeSize.next(lastSize, Duration.ofNanos(sinceNanos))).isEqualTo(held.intValueExact());
    }

    @Property
    void shouldNeverShrinkBecauseMoreWasClaimed(
            @ForAll long one, @ForAll long other, @ForAll @LongRange(min = 0, max = 90) long seconds) {
        Duration sinceLast = Duration.ofSeconds(seconds);

        assertThat(RangeSize.next(Math.min(one, other), sinceLast))
                .isLessThanOrEqualTo(RangeSize.next(Math.max(one, other), sinceLast));
    }
}
