package io.mintmark.testkit;

/**
 * The length of a test: short in {@code mvn verify}, longer in {@code mvn verify -Pnightly}, and whole in
 * {@code mvn verify
 * -Pproof}.
 *
 * <p>Each shortened run prints its length and the command of the whole one, so that nothing is left out silently. The
 * system property {@code mintmark.effort} ({@code quick}, {@code nightly} or {@code proof}) decides.
 */
public final class Effort {
    private static final String ASKED = System.getProperty("mintmark.effort", "quick");
    private static final boolean PROOF = ASKED.equals("proof");
    private static final boolean NIGHTLY = ASKED.equals("nightly");

    private Effort() {}

    /** Returns whether the long forms run. */
    public static boolean isProof() {
        return PROOF;
    }

    /**
     * Returns {@code quick} or {@code proof}, as this run asks for, and prints one line if the run is the short one.
     *
     * @param what the thing that is counted, in the plural: {@code "kill -9 rounds"}
     */
    public static int of(String what, int quick, int proof) {
        if (PROOF) {
            return proof;
        }
        System.out.printf("[effort] %s: %,d here, %,d with `mvn verify -Pproof`%n", what, quick, proof);
        return quick;
    }

    /**
     * Returns {@code quick}, {@code nightly} or {@code proof}, as this run asks for, and prints one line unless it is
     * the last.
     *
     * @param what the thing that is counted, in the plural: {@code "kill -9 rounds"}
     */
    public static int of(String what, int quick, int nightly, int proof) {
        if (PROOF || NIGHTLY) {
            return of(what, nightly, proof);
        }
        System.out.printf(
                "[effort] %s: %,d here, %,d with `mvn verify -Pnightly`, %,d with `mvn verify -Pproof`%n",
                what, quick, nightly, proof);
        return quick;
    }

    /**
     * Returns the number that the system property {@code property} gives, in either form; without it, as
     * {@link #of(String, int, int)} does.
     *
     * @param what the thing that is counted, in the plural: {@code "kill -9 rounds"}
     */
    public static int of(String what, int quick, int proof, String property) {
        return of(what, quick, quick, proof, property);
    }

    /**
     * Returns the number that the system property {@code property} gives, in any form; without it, as
     * {@link #of(String, int, int, int)} does.
     *
     * @param what the thing that is counted, in the plural: {@code "kill -9 rounds"}
     */
    public static int of(String what, int quick, int nightly, int proof, String property) {
        String given = System.getProperty(property);
        if (given == null) {
            return quick == nightly ? of(what, quick, proof) : of(what, quick, nightly, proof);
        }
        System.out.printf("[effort] %s: %s by -D%s, %,d with `mvn verify -Pproof`%n", what, given, property, proof);
        return parse(given, property);
    }

    private static int parse(String given, String property) {
        try {
            int count = Integer.parseInt(given.strip());
            if (count > 0) {
                return count;
            }
        } catch (NumberFormatException e) {
            // Refused below, as a number that is not positive is.
        }
        throw new IllegalArgumentException(
                "-D" + property + " must be a whole number of 1 or more: -D" + property + "=" + given);
    }
}
