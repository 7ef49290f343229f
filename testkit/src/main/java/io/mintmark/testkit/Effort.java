package io.mintmark.testkit;

/**
 * How long a test runs: short in {@code mvn verify}, long in {@code mvn verify -Pproof}.
 *
 * <p>Every shortened run prints what it was shortened to and the command that runs it whole, so that nothing is left
 * out silently. The system property {@code mintmark.effort} ({@code quick} or {@code proof}) decides.
 */
public final class Effort {
    private static final boolean PROOF = "proof".equals(System.getProperty("mintmark.effort", "quick"));

    private Effort() {}

    /** Tells whether the long forms run. */
    public static boolean isProof() {
        return PROOF;
    }

    /**
     * Returns {@code quick} or {@code proof}, whichever this run asks for, and prints one line if the run is the short
     * one.
     *
     * @param what what is counted, in the plural: {@code "kill -9 rounds"}
     */
    public static int of(String what, int quick, int proof) {
        if (PROOF) {
            return proof;
        }
        System.out.printf("[effort] %s: %,d here, %,d with `mvn verify -Pproof`%n", what, quick, proof);
        return quick;
    }
}
