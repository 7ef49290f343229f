package io.mintmark.number;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.decimal.DecimalId;
import io.mintmark.number.Monotonicity.Level;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class MonotonicityTest {
    private static final int COUNT = 40_000;

    @Test
    void shouldMeasureASmallSequence() {
        assertThat(Monotonicity.of(1, 2, 3, 10, 4, 5, 11, 6)).isEqualTo(new Monotonicity(8, 2, 4, 4, 2, 3));
        assertThat(Monotonicity.of()).isEqualTo(new Monotonicity(0, 0, 0, 0, 0, 0));
        assertThat(Monotonicity.of(7)).isEqualTo(new Monotonicity(1, 0, 1, 0, 1, 0));
        assertThat(Monotonicity.of(5, 5))
                .as("an equal number does not rise")
                .isEqualTo(new Monotonicity(2, 1, 1, 0, 2, 0));
        assertThat(Monotonicity.of(3, 2, 1)).isEqualTo(new Monotonicity(3, 2, 1, 3, 3, 2));
        assertThat(Monotonicity.of(3, 2, 1).descentRate()).isEqualTo(1);
        assertThat(Monotonicity.of().descentRate()).isZero();
    }

    @Test
    void shouldCallACounterFullyRising() {
        Monotonicity measured = Monotonicity.of(LongStream.range(1, COUNT).toArray());

        assertThat(measured.level()).isEqualTo(Level.FULLY);
        assertThat(measured.chains()).isEqualTo(1);
    }

    @Test
    void shouldCallTraceIdsAcrossWrapsPeriodicallyRising() {
        long[] ids = LongStream.range(0, COUNT)
                .map(i -> TraceId.at(i * 3_000, 1, 0, 1).value())
                .toArray();

        Monotonicity measured = Monotonicity.of(ids);

        assertThat(measured.level()).isEqualTo(Level.PERIODICALLY);
        assertThat(measured.descents()).as("wraps").isEqualTo((int) (COUNT * 3_000L / TraceId.PERIOD_SECONDS));
    }

    @Test
    void shouldCountTheGeneratorsOfDecimalIds() {
        SplittableRandom random = new SplittableRandom(8);
        long[] counters = new long[8];
        long[] ids = LongStream.range(0, COUNT)
                .map(i -> {
                    int generator = random.nextInt(8);
                    return new DecimalId(++counters[generator] + 100L * generator, generator, 1).value();
                })
                .toArray();

        Monotonicity measured = Monotonicity.of(ids);

        assertThat(measured.level()).isEqualTo(Level.SHARDED);
        assertThat(measured.chains()).isBetween(2, 8);
    }

    @Test
    void shouldCallAShuffleRandom() {
        SplittableRandom random = new SplittableRandom(63);
        long[] ids = random.longs(COUNT).toArray();

        Monotonicity measured = Monotonicity.of(ids);

        assertThat(measured.level()).isEqualTo(Level.RANDOM);
        assertThat(measured.descentRate()).isBetween(0.48, 0.52);
        assertThat((double) measured.chains()).isBetween(1.7 * Math.sqrt(COUNT), 2.1 * Math.sqrt(COUNT));
        assertThat(Monotonicity.of(LongStream.iterate(COUNT, i -> i - 1)
                                .limit(COUNT)
                                .toArray())
                        .level())
                .as("falling is no way to rise")
                .isEqualTo(Level.RANDOM);
    }
}
