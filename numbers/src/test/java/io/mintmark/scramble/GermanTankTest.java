package io.mintmark.scramble;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;

/**
 * A few numbers tell how many there are. From k different serial numbers of 1 to N, with
 * m the largest, the best unbiased guess is m + m/k − 1.
 */
class GermanTankTest {
    private static final long JS_SAFE = (1L << 53) - 1;
    private static final int SEEN = 5;
    private static final int TRIALS = 4_000;

    @Test
    void shouldEstimateTheExampleOfTheDocumentation() {
        assertThat(estimate(1043, 212, 867, 1390, 655)).isEqualTo(1667);
    }

    @Test
    void shouldTellHowManySequentialNumbersThereAre() {
        assertThat(meanEstimate(1_667, number -> number)).isBetween(1_600.0, 1_734.0);
        assertThat(meanEstimate(16_670, number -> number)).isBetween(16_000.0, 17_340.0);
    }

    @Test
    void shouldTellNothingOfPublishedOnes() {
        Permutation permutation = Permutation.of(Keys.counting("k1"), "orders", JS_SAFE);

        double few = meanEstimate(1_667, permutation::encode) / JS_SAFE;
        double many = meanEstimate(16_670, permutation::encode) / JS_SAFE;

        assertThat(few).as("the size of the domain, whatever is behind it").isBetween(0.95, 1.05);
        assertThat(many).isBetween(0.95, 1.05);
    }

    private static double meanEstimate(int count, LongUnaryOperator published) {
        SplittableRandom random = new SplittableRandom(1941);
        double sum = 0;
        for (int trial = 0; trial < TRIALS; trial++) {
            sum += estimate(random.longs(1, count + 1L)
                    .distinct()
                    .limit(SEEN)
                    .map(published)
                    .toArray());
        }
        return sum / TRIALS;
    }

    private static double estimate(long... seen) {
        double largest = Arrays.stream(seen).max().orElseThrow();
        return largest + largest / seen.length - 1;
    }
}
