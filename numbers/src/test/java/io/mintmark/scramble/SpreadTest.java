package io.mintmark.scramble;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class SpreadTest {
    @Test
    void shouldMultiplyByTheGoldenRatio() {
        assertThat(Spread.all().encode(1)).isEqualTo(0x1e3779b97f4a7c15L);
        assertThat(Spread.all().decode(1)).isEqualTo(0x71de83e19937733dL);
        assertThat(Spread.jsSafe().encode(1)).isEqualTo(0x1779b97f4a7c15L);
        assertThat(Spread.jsSafe().decode(1)).isEqualTo(0x1e83e19937733dL);
    }

    /** The warning of its Javadoc, done: one pair with an odd number gives the multiplier, and so everything. */
    @Test
    void shouldFallToWhoeverKnowsOnePair() {
        long number = 12_345;
        long shown = Spread.all().encode(number);

        long multiplier = shown * Spread.inverse(number) & Long.MAX_VALUE;

        assertThat(99_999 * multiplier & Long.MAX_VALUE).isEqualTo(Spread.all().encode(99_999));
    }

    @Test
    void shouldKeepOddNumbersOdd() {
        for (long number = 1; number < 100; number++) {
            assertThat(Spread.all().encode(number) % 2).isEqualTo(number % 2);
        }
    }

    @Test
    void shouldRefuseWhatIsOutside() {
        assertThatThrownBy(() -> Spread.jsSafe().encode(0)).hasMessageContaining("number=0");
        assertThatThrownBy(() -> Spread.jsSafe().encode(1L << 53)).hasMessageContaining("9007199254740991");
        assertThatThrownBy(() -> Spread.all().decode(-1)).hasMessageContaining("number=-1");
        assertThatThrownBy(() -> Spread.ofBits(64)).hasMessageContaining("bits=64");
        assertThatThrownBy(() -> Spread.ofBits(0)).hasMessageContaining("bits=0");
    }
}
