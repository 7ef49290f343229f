package io.mintmark.hilo;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Many numbers at once are no rate: what they leave reserved is bounded by what was issued, then and later. The source takes
 * nothing back, as a sequence of a database.
 */
class BurstTest {
    private static final int FIRST = 1_000;

    private final SteppedRefiller time = new SteppedRefiller();
    private final ScriptedSource source = new ScriptedSource().withoutTokens();
    private final NewsOfRanges news = new NewsOfRanges();

    private StrictHiLo hilo() {
        return HiLo.over(source)
                .name("orders")
                .rangeSize(FIRST)
                .listener(news)
                .refiller(time)
                .ticker(time)
                .strict();
    }

    private void take(StrictHiLo hilo, int count, long nanosEach) {
        for (int i = 0; i < count; i++) {
            hilo.next();
            if (nanosEach > 0) {
                time.pass(Duration.ofNanos(nanosEach));
            }
        }
    }

    @ParameterizedTest(name = "{0} numbers, {1} ns each")
    @CsvSource({"1, 0", "999, 0", "1001, 0", "10000, 0", "10000, 50", "10000, 5000", "100000, 1000", "1000000, 0"})
    void shouldReserveAtMostTwiceWhatABurstIssuedAndTwoFirstRanges(int burst, long nanosEach) {
        try (StrictHiLo hilo = hilo()) {
            take(hilo, burst, nanosEach);
            assertThat(source.reservedNumbers()).isLessThanOrEqualTo(2L * burst + 2 * FIRST);

            time.pass(Duration.ofSeconds(2));
            assertThat(source.reservedNumbers()).isLessThanOrEqualTo(2L * burst + 2 * FIRST);

            time.pass(Duration.ofSeconds(60));
            assertThat(source.reservedNumbers()).isLessThanOrEqualTo(2L * burst + 2 * FIRST);
        }
    }

    @Test
    void shouldKeepABurstWithinALoadApartFromIt() {
        try (StrictHiLo hilo = hilo()) {
            take(hilo, 2_000, 5_000_000);
            long before = source.reservedNumbers();
            take(hilo, 10_000, 0);
            time.pass(Duration.ofSeconds(2));

            // Two seconds of the load may count as issued lately.
            assertThat(source.reservedNumbers() - before).isLessThanOrEqualTo(2 * 10_000 + 2 * 400 + 2 * FIRST);
        }
    }

    @ParameterizedTest(name = "a number every {0} ns")
    @CsvSource({"1000", "10000", "100000", "10000000"})
    void shouldNotHoldALoadUpThatGoesOn(long nanosEach) {
        try (StrictHiLo hilo = hilo()) {
            take(hilo, 200_000, nanosEach);
        }

        assertThat(news.blocked).as("only the first had to wait").hasValue(1);
    }

    @ParameterizedTest(name = "{0} numbers, one every {1} ns")
    @CsvSource({"20000, 7000", "100000, 1000", "100000, 7000", "100000, 100000", "1000000, 1000"})
    void shouldLoseFewNumbersOfALoadThatEnds(int numbers, long nanosEach) {
        try (StrictHiLo hilo = hilo()) {
            take(hilo, numbers, nanosEach);
        }

        assertThat(source.reservedNumbers() - numbers).isLessThanOrEqualTo(numbers / 32 + 2L * FIRST);
    }
}
