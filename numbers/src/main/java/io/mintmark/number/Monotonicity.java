package io.mintmark.number;

import java.util.Arrays;

/**
 * How far a sequence of numbers rises, measured in the order of arrival; immutable.
 *
 * <p>For planners and storage: rising numbers compress well and touch few pages; numbers without order touch all. The
 * number of rising chains is the least number of rising sequences that the numbers can be dealt into; by Dilworth's
 * theorem it is the length of the longest sequence of them that does not rise.
 *
 * @param count how many numbers
 * @param descents how often a number is not higher than the one before it
 * @param longestRun the length of the longest stretch without a descent
 * @param inversions how many pairs are in the wrong order: the earlier one is higher
 * @param chains the least number of rising chains, which is the number of shards; 0 of no numbers
 * @param displacementMax how far a number is at most from its place in sorted order; equal numbers keep their order
 */
public record Monotonicity(int count, int descents, int longestRun, long inversions, int chains, int displacementMax) {

    /** The four ways for a sequence to rise. */
    public enum Level {
        /** Without a descent. */
        FULLY,
        /** A few long rising runs, each beginning below the end of the one before. */
        PERIODICALLY,
        /** Few rising chains, dealt into each other. */
        SHARDED,
        /** As many chains as random numbers have. */
        RANDOM
    }

    /** Measures {@code numbers}, which stay as they are; takes O(n log n) steps and up to 24 bytes a number. */
    public static Monotonicity of(long... numbers) {
        Ranking ranking = Ranking.of(numbers);
        return new Monotonicity(
                numbers.length,
                descents(numbers),
                longestRun(numbers),
                ranking.inversions(),
                chains(numbers),
                ranking.displacementMax());
    }

    private static int descents(long... numbers) {
        int descents = 0;
        for (int i = 1; i < numbers.length; i++) {
            descents += numbers[i] <= numbers[i - 1] ? 1 : 0;
        }
        return descents;
    }

    private static int longestRun(long... numbers) {
        int longest = 0;
        int run = 0;
        for (int i = 0; i < numbers.length; i++) {
            run = i > 0 && numbers[i] > numbers[i - 1] ? run + 1 : 1;
            longest = Math.max(longest, run);
        }
        return longest;
    }

    /** Deals the numbers as in patience: each goes to the chain with the highest end below it, or begins a new one. */
    private static int chains(long... numbers) {
        long[] ends = new long[16];
        int chains = 0;
        for (long number : numbers) {
            int at = firstBelow(ends, chains, number);
            if (at == chains) {
                ends = chains == ends.length ? Arrays.copyOf(ends, 2 * chains) : ends;
                chains++;
            }
            ends[at] = number;
        }
        return chains;
    }

    /** Ends never rise from the first chain to the last; returns the first that is below {@code number}. */
    private static int firstBelow(long[] ends, int count, long number) {
        int low = 0;
        int high = count;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (ends[middle] < number) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    /** Returns the part of all steps that are descents: 0 if numbers rise, about a half if they are in no order. */
    public double descentRate() {
        return count < 2 ? 0 : (double) descents / (count - 1);
    }

    /**
     * Returns the level: {@link Level#FULLY} without a descent; else {@link Level#RANDOM} if there are as many chains
     * as the square root of the count (chance makes about twice that); else {@link Level#PERIODICALLY} if descents are
     * fewer than twice the chains, so that hardly anything but the beginning of a chain is one; else
     * {@link Level#SHARDED}.
     *
     * <p>A judgement of a sample: it says little about fewer than a hundred numbers.
     */
    public Level level() {
        if (descents == 0) {
            return Level.FULLY;
        }
        if ((long) chains * chains >= count) {
            return Level.RANDOM;
        }
        return descents < 2L * chains ? Level.PERIODICALLY : Level.SHARDED;
    }
}
