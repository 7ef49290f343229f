package io.mintmark.number;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;

class MonotonicityProperties {

    @Property
    void shouldAgreeWithTheDefinitionsCountedOutPairByPair(
            @ForAll @Size(max = 40) long @LongRange(min = -20, max = 20) [] numbers) {
        assertThat(Monotonicity.of(numbers))
                .isEqualTo(new Monotonicity(
                        numbers.length,
                        (int) IntStream.range(1, numbers.length)
                                .filter(i -> numbers[i] <= numbers[i - 1])
                                .count(),
                        longestRun(numbers),
                        inversions(numbers),
                        longestThatDoesNotRise(numbers),
                        displacement(numbers)));
    }

    private static int longestRun(long... numbers) {
        int longest = 0;
        for (int from = 0; from < numbers.length; from++) {
            int to = from + 1;
            while (to < numbers.length && numbers[to] > numbers[to - 1]) {
                to++;
            }
            longest = Math.max(longest, to - from);
        }
        return longest;
    }

    private static long inversions(long... numbers) {
        long count = 0;
        for (int i = 0; i < numbers.length; i++) {
            for (int j = i + 1; j < numbers.length; j++) {
                count += numbers[i] > numbers[j] ? 1 : 0;
            }
        }
        return count;
    }

    /** By Dilworth's theorem: as many chains as the longest subsequence that does not rise is long. */
    private static int longestThatDoesNotRise(long... numbers) {
        int[] longest = new int[numbers.length];
        for (int i = 0; i < numbers.length; i++) {
            longest[i] = 1;
            for (int j = 0; j < i; j++) {
                if (numbers[j] >= numbers[i]) {
                    longest[i] = Math.max(longest[i], longest[j] + 1);
                }
            }
        }
        return Arrays.stream(longest).max().orElse(0);
    }

    private static int displacement(long... numbers) {
        Integer[] places = IntStream.range(0, numbers.length).boxed().toArray(Integer[]::new);
        Arrays.sort(places, Comparator.comparingLong(place -> numbers[place]));
        return IntStream.range(0, places.length)
                .map(rank -> Math.abs(places[rank] - rank))
                .max()
                .orElse(0);
    }
}
