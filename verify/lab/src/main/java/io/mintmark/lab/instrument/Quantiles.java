package io.mintmark.lab.instrument;

import java.util.Arrays;

/** Quantiles of a sample, by rank; a median of an even number of values is the upper one of the two in the middle. */
public final class Quantiles {
    private Quantiles() {}

    public static double median(double... values) {
        return at(0.5, values);
    }

    /** Returns the value below which the given part of the sample lies; NaN for an empty sample. */
    public static double at(double part, double... values) {
        if (values.length == 0) {
            return Double.NaN;
        }
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[Math.min(sorted.length - 1, (int) (part * sorted.length))];
    }
}
