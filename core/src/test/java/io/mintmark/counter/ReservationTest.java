package io.mintmark.counter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReservationTest {

    @ParameterizedTest(name = "counter {0}, client had {1}, {2} numbers: [{3}, {4}]")
    @CsvSource({
        "0, 0, 32, 1, 32",
        "32, 0, 32, 33, 64",
        "32, 32, 64, 33, 96",
        "12, 33, 32, 34, 65",
        "64, 12, 32, 65, 96",
        "0, 4294967296, 32, 4294967297, 4294967328",
        "0, -1, 32, 1, 32",
        "0, -9223372036854775808, 1, 1, 1",
        "-5, 0, 32, 1, 32",
        "-9223372036854775808, 0, 32, 1, 32",
        "-9223372036854775808, 7, 32, 8, 39"
    })
    void shouldBeginAboveTheCounterAndAboveWhatTheClientHad(long max, long lastMax, int size, long low, long high) {
        assertThat(Reservation.of(max, lastMax, size, Reservation.CEILING_JS_SAFE))
                .isEqualTo(new Reservation(low, high));
    }

    @ParameterizedTest(name = "counter {0}, 32 numbers, ceiling {1}: [{2}, {3}]")
    @CsvSource({
        "9007199254740959, 9007199254740991, 9007199254740960, 9007199254740991",
        "9007199254740960, 9007199254740991, 9007199254740961, 9007199254740991",
        "9007199254740990, 9007199254740991, 9007199254740991, 9007199254740991",
        "9223372036854775775, 9223372036854775807, 9223372036854775776, 9223372036854775807",
        "9223372036854775776, 9223372036854775807, 9223372036854775777, 9223372036854775807",
        "9223372036854775806, 9223372036854775807, 9223372036854775807, 9223372036854775807",
        "0, 1, 1, 1"
    })
    void shouldMakeTheLastRangeShorterRatherThanPassTheCeiling(long max, long ceiling, long low, long high) {
        assertThat(Reservation.of(max, 0, 32, ceiling)).isEqualTo(new Reservation(low, high));
    }

    @Test
    void shouldRefuseAtTheCeilingAndSayWhatToDo() {
        long ceiling = Reservation.CEILING_JS_SAFE;

        assertThatThrownBy(() -> Reservation.of(ceiling, 3, 32, ceiling))
                .isInstanceOf(ExhaustedException.class)
                .hasMessage("a counter at its ceiling refuses and never wraps: ceiling=9007199254740991,"
                        + " Max=9007199254740991, lastMax=3; go on with a counter of another name, or raise the ceiling"
                        + " if it is below 2^63-1 and all readers of the ids take 64-bit numbers");
    }

    @Test
    void shouldRefuseACounterThatIsAlreadyAboveTheCeiling() {
        assertThatThrownBy(() -> Reservation.of(Long.MAX_VALUE, 0, 1, Reservation.CEILING_JS_SAFE))
                .isInstanceOf(ExhaustedException.class);
        assertThatThrownBy(() -> Reservation.of(Long.MAX_VALUE, Long.MAX_VALUE, 1, Reservation.CEILING_LONG))
                .isInstanceOf(ExhaustedException.class);
    }

    @Test
    void shouldRefuseAClientThatHadAllNumbersBelowTheCeiling() {
        assertThatThrownBy(() -> Reservation.of(90, 100, 1, 100)).isInstanceOf(ExhaustedException.class);
    }

    @Test
    void shouldRefuseALeapBeyondItsLimitAndSayByHowMuch() {
        assertThatThrownBy(() -> Reservation.of(10, 4_294_967_307L, 32, Reservation.CEILING_JS_SAFE))
                .isInstanceOf(LeapRefusedException.class)
                .hasMessage("lastMax may be at most 4294967296 (2^32) above the counter: lastMax=4294967307 is"
                        + " 4294967297 above Max=10; if the client is right, raise the counter by editing Max of its"
                        + " document Raven/Hilo/...");
    }

    @Test
    void shouldFollowALeapOfExactlyTheLimit() {
        assertThat(Reservation.of(10, 10 + Reservation.LEAP_MAX, 1, Reservation.CEILING_JS_SAFE)
                        .low())
                .isEqualTo(11 + Reservation.LEAP_MAX);
    }

    @Test
    void shouldBlameTheLeapRatherThanTheCeiling() {
        assertThatThrownBy(() -> Reservation.of(0, Long.MAX_VALUE, 1, Reservation.CEILING_JS_SAFE))
                .isInstanceOf(LeapRefusedException.class);
        assertThatThrownBy(() -> Reservation.of(Long.MIN_VALUE, Long.MAX_VALUE, 1, Reservation.CEILING_LONG))
                .isInstanceOf(LeapRefusedException.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, Integer.MIN_VALUE})
    void shouldRefuseARangeWithoutNumbers(int size) {
        assertThatThrownBy(() -> Reservation.of(0, 0, size, 100))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("size=" + size);
    }

    @Test
    void shouldCountItsNumbers() {
        assertThat(new Reservation(5, 5).size()).isEqualTo(1);
        assertThat(new Reservation(1, 32).size()).isEqualTo(32);
        assertThat(new Reservation(1, Long.MAX_VALUE).size()).isEqualTo(Long.MAX_VALUE);
    }

    @ParameterizedTest
    @CsvSource({"0, 5", "-1, 5", "6, 5"})
    void shouldNotBeMadeOfBoundsThatHoldNoRange(long low, long high) {
        assertThatThrownBy(() -> new Reservation(low, high)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new OpenLease(1, low, high)).isInstanceOf(IllegalArgumentException.class);
    }
}
