package io.mintmark.scramble;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** One-to-one and back, at every size that can be walked through and at the edges of those that cannot. */
class PermutationProperties {
    private static final boolean PROOF = "proof".equals(System.getProperty("mintmark.effort"));
    private static final int EVERY_SIZE_TO = PROOF ? 4_096 : 300;
    private static final List<Integer> LARGER_SIZES = PROOF
            ? List.of(65_535, 65_536, 65_537, 99_991, 131_071, 999_999, 1_000_000, 1_048_577, 16_777_216)
            : List.of(4_095, 4_096, 4_097, 9_973, 65_537, 1_000_003);

    @Example
    void shouldBeABijectionOfEverySmallSizeAndOfSomeLargerOnes() {
        Stream.concat(IntStream.rangeClosed(1, EVERY_SIZE_TO).boxed(), LARGER_SIZES.stream())
                .forEach(size -> requireBijection(Permutation.of(Keys.counting("k1"), "orders", size)));
    }

    private static void requireBijection(Permutation permutation) {
        int size = (int) permutation.size();
        BitSet seen = new BitSet(size + 1);
        for (int number = 1; number <= size; number++) {
            long shown = permutation.encode(number);
            if (shown < 1 || shown > size || permutation.decode(shown) != number) {
                throw new AssertionError(permutation + " shows " + number + " as " + shown);
            }
            seen.set((int) shown);
        }
        assertThat(seen.cardinality()).isEqualTo(size);
    }

    @Property
    void shouldReadBackWhatItShowed(@ForAll("sizes") long size, @ForAll long any, @ForAll long seed) {
        Permutation permutation = Permutation.of(Keys.ofSeed(seed), "orders", size);
        for (long number : new long[] {1, size, Math.max(1, size - 1), 1 + Math.floorMod(any, size)}) {
            long shown = permutation.encode(number);

            assertThat(shown).isBetween(1L, size);
            assertThat(permutation.decode(shown)).isEqualTo(number);
            assertThat(permutation.encode(permutation.decode(number))).isEqualTo(number);
        }
    }

    @Property
    void shouldSpreadAndGather(@ForAll long any, @ForAll("bits") int bits) {
        Spread spread = Spread.ofBits(bits);
        long largest = -1L >>> (64 - bits);
        for (long number : new long[] {1, largest, 1 + Math.floorMod(any, largest)}) {
            assertThat(spread.encode(number)).isBetween(1L, largest);
            assertThat(spread.decode(spread.encode(number))).isEqualTo(number);
        }
    }

    @Property
    void shouldFindTheInverseOfEveryOddNumber(@ForAll long any) {
        assertThat((any | 1) * Spread.inverse(any | 1)).isEqualTo(1);
    }

    @Provide
    Arbitrary<Long> sizes() {
        Arbitrary<Long> nearPowers = Arbitraries.integers()
                .between(1, 62)
                .flatMap(bits -> Arbitraries.longs().between(-1, 1).map(more -> (1L << bits) + more))
                .filter(size -> size >= 1);
        return Arbitraries.oneOf(
                nearPowers,
                Arbitraries.longs().between(1, Long.MAX_VALUE),
                Arbitraries.of(1L, 2L, 999_999L, 1_000_000L, (1L << 53) - 1, Long.MAX_VALUE - 1, Long.MAX_VALUE));
    }

    @Provide
    Arbitrary<Integer> bits() {
        return Arbitraries.integers().between(1, 63);
    }
}
