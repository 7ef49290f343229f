package io.mintmark.counter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

class ReservationProperties {

    @Property
    void shouldPlaceOrRefuseAsNumbersThatCannotOverflowSay(
            @ForAll long max, @ForAll long lastMax, @ForAll @IntRange(min = 1) int size, @ForAll long ceiling) {
        BigInteger stored = BigInteger.valueOf(max).max(BigInteger.ZERO);
        BigInteger claimed = BigInteger.valueOf(lastMax).max(BigInteger.ZERO);
        BigInteger base = stored.max(claimed);

        if (claimed.subtract(stored).compareTo(BigInteger.valueOf(Reservation.LEAP_MAX)) > 0) {
            assertThatThrownBy(() -> Reservation.of(max, lastMax, size, ceiling))
                    .isInstanceOf(LeapRefusedException.class);
        } else if (base.compareTo(BigInteger.valueOf(ceiling)) >= 0) {
            assertThatThrownBy(() -> Reservation.of(max, lastMax, size, ceiling))
                    .isInstanceOf(ExhaustedException.class);
        } else {
            Reservation next = Reservation.of(max, lastMax, size, ceiling);

            assertThat(BigInteger.valueOf(next.low())).isEqualTo(base.add(BigInteger.ONE));
            assertThat(BigInteger.valueOf(next.high()))
                    .isEqualTo(base.add(BigInteger.valueOf(size)).min(BigInteger.valueOf(ceiling)));
        }
    }

    @Property
    void shouldNeverWrapNearTheCeiling(
            @ForAll @LongRange(min = 0, max = 1 << 21) long below, @ForAll @IntRange(min = 1) int size) {
        long ceiling = Reservation.CEILING_LONG;
        long max = ceiling - 1 - below;

        Reservation next = Reservation.of(max, max, size, ceiling);

        assertThat(next.low()).isEqualTo(max + 1);
        assertThat(next.high()).isBetween(next.low(), ceiling);
        assertThat(next.size()).isEqualTo(Math.min(size, below + 1));
    }

    @Property
    void shouldNeverOverlapTheRangeBefore(
            @ForAll @LongRange(min = 0, max = Reservation.CEILING_JS_SAFE / 2) long max,
            @ForAll @IntRange(min = 1) int firstSize,
            @ForAll @IntRange(min = 1) int secondSize) {
        Reservation first = Reservation.of(max, 0, firstSize, Reservation.CEILING_JS_SAFE);

        Reservation second = Reservation.of(first.high(), 0, secondSize, Reservation.CEILING_JS_SAFE);

        assertThat(second.low()).isEqualTo(first.high() + 1);
    }
}
