package io.mintmark.scramble;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;

/**
 * Statistics that batteries of randomness leave out. Every judgement has a twin that it must condemn. Keys and inputs are
 * fixed, so an outcome never changes by chance.
 */
class PermutationStatisticsTest {
    private static final int BITS = 63;
    private static final Permutation LARGE = Permutation.of(Keys.counting("k1"), "orders", Long.MAX_VALUE);
    private static final LongUnaryOperator OURS = number -> LARGE.encode(number + 1) - 1;

    @Test
    void shouldFlipHalfOfTheBitsWhicheverOneChanges() {
        assertThat(worstAvalanche(OURS)).isLessThan(0.01);
    }

    @Test
    void shouldFindThatASpreadDoesNot() {
        Spread spread = Spread.all();

        assertThat(worstAvalanche(number -> spread.encode(number + 1) - 1)).isGreaterThan(0.4);
    }

    @Test
    void shouldFindThatTwoRoundsDoNot() {
        assertThat(worstAvalanche(new Feistel(Keys.counting("k1").secret(), BITS, 2)::forward))
                .isGreaterThan(0.15);
    }

    /** How far from one half, at worst over all input bits and all output bits, the share of flipped bits is. */
    private static double worstAvalanche(LongUnaryOperator mapping) {
        int samples = 2_000;
        long[] byInput = new long[BITS];
        long[] byOutput = new long[BITS];
        SplittableRandom random = new SplittableRandom(1);
        for (int sample = 0; sample < samples; sample++) {
            // Not the last number: with any one bit changed it must still be below 2^63-1.
            long number = random.nextLong(Long.MAX_VALUE) & ~(1L << random.nextInt(BITS));
            long shown = mapping.applyAsLong(number);
            for (int bit = 0; bit < BITS; bit++) {
                long changed = number ^ 1L << bit;
                long flips = changed == Long.MAX_VALUE ? 0 : shown ^ mapping.applyAsLong(changed);
                byInput[bit] += Long.bitCount(flips);
                for (int out = 0; out < BITS; out++) {
                    byOutput[out] += flips >>> out & 1;
                }
            }
        }
        double worst = 0;
        for (int bit = 0; bit < BITS; bit++) {
            worst = Math.max(worst, Math.abs(byInput[bit] / (double) (samples * BITS) - 0.5));
            worst = Math.max(worst, Math.abs(byOutput[bit] / (double) (samples * BITS) - 0.5));
        }
        return worst;
    }

    @Test
    void shouldNotCarryADifferenceOfTheLeftHalfThrough() {
        Permutation permutation = Permutation.of(Keys.counting("k1"), "orders", 1L << 32);

        assertThat(carried(number -> permutation.encode(number + 1) - 1)).isLessThan(0.2);
    }

    @Test
    void shouldFindThatTwoRoundsDo() {
        assertThat(carried(new Feistel(Keys.counting("k1").secret(), 32, 2)::forward))
                .isEqualTo(1);
    }

    @Test
    void shouldFindThatThreeRoundsDo() {
        SipHash function = Keys.counting("k1").secret();
        LongUnaryOperator three = number -> {
            long right = number & 0xFFFF;
            long left = (number >>> 16) + function.hash(right) & 0xFFFF;
            right = right + function.hash(1L << 56 | left) & 0xFFFF;
            left = left + function.hash(2L << 56 | right) & 0xFFFF;
            return left << 16 | right;
        };

        assertThat(carried(three)).isEqualTo(1);
    }

    /**
     * Pairs those inputs of 32 bits with one right half whose outputs have one right half, too; returns in which share of
     * pairs the difference of the left halves came through.
     */
    private static double carried(LongUnaryOperator mapping) {
        Map<Long, Long> byRight = new HashMap<>();
        int pairs = 0;
        int equal = 0;
        for (long left = 0; left < 1 << 13; left++) {
            long shown = mapping.applyAsLong(left << 16 | 0x1234);
            Long other = byRight.put(shown & 0xFFFF, left << 16 | shown >>> 16);
            if (other != null) {
                pairs++;
                long inputs = left - (other >>> 16) & 0xFFFF;
                long outputs = (shown >>> 16) - (other & 0xFFFF) & 0xFFFF;
                equal += inputs == outputs ? 1 : 0;
            }
        }
        assertThat(pairs).isGreaterThan(100);
        return equal / (double) pairs;
    }

    /** Over many keys a permutation leaves one number in its place on average, and none with probability 1/e. */
    @Test
    void shouldLeaveNumbersInPlaceAsOftenAsChanceDoes() {
        int keys = 2_000;
        int size = 64;
        int[] keysWith = new int[size + 1];
        for (int seed = 0; seed < keys; seed++) {
            Permutation permutation = Permutation.of(Keys.ofSeed(seed), "orders", size);
            int fixed = 0;
            for (int number = 1; number <= size; number++) {
                fixed += permutation.encode(number) == number ? 1 : 0;
            }
            keysWith[fixed]++;
        }
        // Poisson(1) gives 736, 736, 368 of 2,000; four standard deviations are 86, 86, 69.
        assertThat(keysWith[0]).isBetween(650, 822);
        assertThat(keysWith[1]).isBetween(650, 822);
        assertThat(keysWith[2]).isBetween(299, 437);
    }

    @Test
    void shouldShowTheSameNumberUnalikeUnderEveryCollectionKeyAndSize() {
        long size = 1L << 40;
        long shown = Permutation.of(Keys.ofSeed(1), "orders", size).encode(7);

        assertThat(Permutation.of(Keys.ofSeed(1), "invoices", size).encode(7)).isNotEqualTo(shown);
        assertThat(Permutation.of(Keys.ofSeed(2), "orders", size).encode(7)).isNotEqualTo(shown);
        assertThat(Permutation.of(Keys.ofSeed(1), "orders", size - 1).encode(7)).isNotEqualTo(shown);
        assertThat(Permutation.of(Keys.ofSeed(1), "ORDERS", size).encode(7)).isEqualTo(shown);
    }
}
