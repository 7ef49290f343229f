package io.mintmark.lab.instrument;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class LatencyHistogramTest {
    private final LatencyHistogram histogram = new LatencyHistogram();

    @Test
    void shouldTellShortDurationsExactly() {
        for (int i = 1; i <= 100; i++) {
            histogram.record(i);
        }

        assertThat(histogram.quantile(0.5)).isEqualTo(50);
        assertThat(histogram.quantile(0.99)).isEqualTo(99);
        assertThat(histogram.quantile(1)).isEqualTo(100);
    }

    @Test
    void shouldAgreeWithSortingWithinABucket() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        long[] durations = random.longs(100_000, 0, 1L << 40)
                .map(bits -> bits >>> random.nextInt(40))
                .toArray();
        Arrays.stream(durations).forEach(histogram::record);
        Arrays.sort(durations);

        for (double part : new double[] {0.01, 0.5, 0.9, 0.999, 0.9999}) {
            long sorted = durations[(int) Math.ceil(part * durations.length) - 1];
            assertThat((double) histogram.quantile(part))
                    .as("quantile %s, seed %s", part, seed)
                    .isCloseTo((double) sorted, Percentage.withPercentage(1.6));
        }
    }

    @Test
    void shouldKeepTheLongestExactlyWhateverItsLength() {
        histogram.record(Long.MAX_VALUE);

        assertThat(histogram.max()).isEqualTo(Long.MAX_VALUE);
        assertThat((double) histogram.quantile(1)).isCloseTo(0x1p63, Percentage.withPercentage(1.6));
    }

    @Test
    void shouldAddUpWhatTwoThreadsRecorded() {
        LatencyHistogram other = new LatencyHistogram();
        histogram.record(10);
        other.record(1_000_000);

        histogram.add(other);

        assertThat(histogram.total()).isEqualTo(2);
        assertThat(histogram.max()).isEqualTo(1_000_000);
        assertThat(histogram.quantile(0.5)).isEqualTo(10);
        assertThat(histogram.quantile(1)).isCloseTo(1_000_000, within(16_000L));
    }
}
