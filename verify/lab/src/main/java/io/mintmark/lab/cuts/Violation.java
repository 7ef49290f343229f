package io.mintmark.lab.cuts;

/**
 * A forbidden act of a store.
 *
 * @param kind what it comes to for who relied on it
 * @param what what was found, and what was acknowledged
 */
record Violation(Kind kind, String what) {

    /** Kinds of violations. */
    enum Kind {
        /** Something acknowledged is missing, or older than acknowledged. */
        LOST,
        /** A number or an id that was told is told again. */
        TWICE,
        /** The remains of a crash cannot be opened, or not be written to. */
        REFUSED,
        /** Something is there that was never put there. */
        FOREIGN,
        /** A failure is told in a way that no caller is prepared for. */
        UNTOLD
    }

    @Override
    public String toString() {
        return kind + ": " + what;
    }
}
