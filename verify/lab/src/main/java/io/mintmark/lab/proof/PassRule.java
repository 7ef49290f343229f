package io.mintmark.lab.proof;

import java.util.List;

/**
 * When the p-values of a battery condemn a stream; the same rule for what must pass and for controls.
 *
 * <p><b>First</b>, each test runs once. A p-value whose two-sided value is below {@value #FAILED}, the battery's own
 * limit for "FAILED", condemns at once. One below {@value #SUSPECT} makes its place a suspect; good numbers have one in
 * twenty.
 *
 * <p><b>Then</b> the tests of suspects are repeated under {@value #REPEATS} other keys. Only these fresh values judge,
 * because those that made the suspect were chosen for being low: their two-sided values are combined by Fisher's
 * method, and a combination below {@value #CONDEMNED} condemns.
 *
 * <p><b>False alarms.</b> By the union bound, whatever the correlation between the values of one test, good numbers
 * with m values in a run are condemned with a probability of at most m · ({@value #FAILED} + {@value #SUSPECT} ·
 * {@value #CONDEMNED}); for the 48 values of the sixteen tests that is 0.06 %.
 *
 * <p><b>Power.</b> A defect that moves one single value by three standard deviations is condemned in 85 % of runs, by
 * two in 43 %, by five always. To ask whether a value outside 0.005 to 0.995, which the battery calls weak, is weak
 * again under one other key finds 45 %, 8 % and 99 % of them. {@code PassRuleTest} computes all of these by simulation.
 */
final class PassRule {
    /** Two-sided; dieharder fails a value below 10^-6 or above 1 - 10^-6. */
    static final double FAILED = 2e-6;

    static final double SUSPECT = 0.05;
    static final int REPEATS = 8;
    static final double CONDEMNED = 2e-4;

    private PassRule() {}

    /** Returns those whose tests have to be repeated. */
    static List<PValue> suspects(List<PValue> first) {
        return first.stream().filter(value -> value.twoSided() < SUSPECT).toList();
    }

    static boolean hasFailed(List<PValue> first) {
        return first.stream().anyMatch(value -> value.twoSided() < FAILED);
    }

    /** Returns the combined value of a suspect's fresh ones, of which there must be {@value #REPEATS}. */
    static double combined(PValue suspect, List<PValue> again) {
        double[] fresh = again.stream()
                .filter(suspect::isOfTheSamePlaceAs)
                .mapToDouble(PValue::twoSided)
                .toArray();
        if (fresh.length != REPEATS) {
            throw new IllegalArgumentException("value " + suspect.place() + " of test " + suspect.test()
                    + " must be repeated " + REPEATS + " times: it was " + fresh.length + " times");
        }
        return fisher(fresh);
    }

    /**
     * Minus twice the sum of logarithms has a chi-square distribution of 2k degrees of freedom, whose tail is a finite
     * sum.
     */
    static double fisher(double... twoSided) {
        double half = 0;
        for (double value : twoSided) {
            half -= Math.log(value);
        }
        double term = Math.exp(-half);
        double tail = 0;
        for (int k = 0; k < twoSided.length; k++) {
            tail += term;
            term *= half / (k + 1);
        }
        return tail;
    }
}
