package io.mintmark.number;

import java.util.Arrays;
import java.util.function.LongUnaryOperator;
import java.util.stream.LongStream;

/** Pearson's test of remainders for evenness; numbers that chance spreads pass it but once in a million times. */
final class ChiSquare {
    /** How many standard deviations of the normal distribution leave one in a million above. */
    private static final double ONE_IN_A_MILLION = 4.75;

    private final double value;
    private final double limit;

    private ChiSquare(double value, double limit) {
        this.value = value;
        this.limit = limit;
    }

    /** Counts the remainders of {@code ids} by {@code n}. */
    static ChiSquare ofRemainders(int n, long... ids) {
        return of(n, id -> id % n, ids);
    }

    /** Counts what {@code place} makes of each id, 0 to n - 1. */
    static ChiSquare of(int n, LongUnaryOperator place, long... ids) {
        long[] counts = new long[n];
        LongStream.of(ids).map(place).forEach(remainder -> counts[(int) remainder]++);
        double expected = (double) ids.length / n;
        double value = Arrays.stream(counts)
                .mapToDouble(count -> (count - expected) * (count - expected) / expected)
                .sum();
        return new ChiSquare(value, limit(n - 1));
    }

    /** Wilson and Hilferty: the cube root of a chi-square over its freedom is nearly normal. */
    private static double limit(int freedom) {
        double spread = 2.0 / (9.0 * freedom);
        return freedom * Math.pow(1 - spread + ONE_IN_A_MILLION * Math.sqrt(spread), 3);
    }

    boolean isEven() {
        return value <= limit;
    }

    @Override
    public String toString() {
        return "chi-square " + value + ", at most " + limit + " by chance";
    }
}
