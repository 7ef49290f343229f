package io.mintmark.counter;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RangeSizeTest {

    @ParameterizedTest(name = "first range after a claimed size of {0} holds {1}")
    @CsvSource({
        "0, 32",
        "-1, 32",
        "31, 32",
        "32, 32",
        "33, 33",
        "1048575, 1048575",
        "1048576, 1048576",
        "1048577, 1048576",
        "9223372036854775807, 1048576",
        "-9223372036854775808, 32"
    })
    void shouldRepeatTheSizeOfWhoComesForTheFirstTime(long lastSize, int expected) {
        assertThat(RangeSize.next(lastSize, null)).isEqualTo(expected);
    }

    @ParameterizedTest(name = "{0} numbers, back after {1}: {2}")
    @CsvSource({
        "32, PT0S, 64",
        "32, PT29.999999999S, 64",
        "32, PT30S, 32",
        "32, PT60S, 32",
        "64, PT30S, 64",
        "64, PT60S, 64",
        "64, PT60.000000001S, 32",
        "200, PT61S, 100",
        "201, PT61S, 100",
        "20, PT1S, 40",
        "16, PT1S, 32",
        "15, PT1S, 32",
        "63, PT61S, 32",
        "66, PT61S, 33"
    })
    void shouldDoubleForTheQuickAndHalveForTheSlow(long lastSize, Duration sinceLast, int expected) {
        assertThat(RangeSize.next(lastSize, sinceLast)).isEqualTo(expected);
    }

    @ParameterizedTest(name = "{0} numbers, back after {1}: {2}")
    @CsvSource({
        "524287, PT1S, 1048574",
        "524288, PT1S, 1048576",
        "524289, PT1S, 1048576",
        "4611686018427387904, PT1S, 1048576",
        "9223372036854775807, PT1S, 1048576",
        "-1, PT1S, 32",
        "-9223372036854775808, PT1S, 32",
        "2097152, PT61S, 1048576",
        "2097150, PT61S, 1048575",
        "9223372036854775807, PT61S, 1048576",
        "-9223372036854775808, PT61S, 32",
        "1048577, PT45S, 1048576",
        "9223372036854775807, PT45S, 1048576",
        "-9223372036854775808, PT45S, 32"
    })
    void shouldStayWithinBoundsInEveryBranch(long lastSize, Duration sinceLast, int expected) {
        assertThat(RangeSize.next(lastSize, sinceLast)).isEqualTo(expected);
    }

    @Test
    void shouldTakeANegativeTimeForSoon() {
        assertThat(RangeSize.next(32, Duration.ofSeconds(-1))).isEqualTo(64);
        assertThat(RangeSize.next(32, Duration.ofSeconds(Long.MIN_VALUE))).isEqualTo(64);
    }

    @Test
    void shouldTakeTheLongestTimeForLate() {
        assertThat(RangeSize.next(128, Duration.ofSeconds(Long.MAX_VALUE, 999_999_999)))
                .isEqualTo(64);
    }

    @Test
    void shouldGrowFromTheSmallestToTheLargestInFifteenQuickReturns() {
        int size = RangeSize.next(0, null);
        for (int round = 0; round < 15; round++) {
            size = RangeSize.next(size, Duration.ofSeconds(1));
        }

        assertThat(size).isEqualTo(RangeSize.MAX);
        assertThat(RangeSize.next(size, Duration.ofSeconds(1))).isEqualTo(RangeSize.MAX);
    }
}
