package io.mintmark.testkit;

import java.util.SplittableRandom;

/**
 * The seed of a random test: drawn anew for each run and printed, so that the run can be repeated.
 *
 * <p>The system property {@code mintmark.seed} fixes it for all tests of a run.
 */
public final class Seed {
    private static final String PROPERTY = "mintmark.seed";

    private Seed() {}

    /**
     * Returns the seed of {@code -Dmintmark.seed}, or a random one that is not negative, and prints one line that says
     * how to repeat the run.
     *
     * @param testName the test's name in that line
     */
    public static long fresh(String testName) {
        String given = System.getProperty(PROPERTY);
        long seed = given == null ? new SplittableRandom().nextLong(Long.MAX_VALUE) : parse(given);
        System.out.println("[seed] " + testName + ": " + seed + " (repeat with -D" + PROPERTY + "=" + seed + ")");
        return seed;
    }

    private static long parse(String given) {
        try {
            return Long.parseLong(given.strip());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "-D" + PROPERTY + " must be a whole number: -D" + PROPERTY + "=" + given, e);
        }
    }
}
