package io.mintmark.lab.instrument;

/**
 * How much a command measures.
 *
 * <p>Each duration and each size of a measurement is one {@link #choose choice} among three values, written where it is
 * used.
 *
 * @param plan which of the three
 * @param rounds how often everything is measured, interleaved
 */
public record Effort(Plan plan, int rounds) {
    /** For figures that are published, of a measurement that has no rounds. */
    public static final Effort FULL = new Effort(Plan.FULL, 1);

    /** The plans that the words of a command line choose among. */
    public enum Plan {
        /** Shows that everything runs; its figures are worth nothing. */
        QUICK,

        /** Everything in less time: fewer or shorter measurements. */
        SHORT,

        /** For figures that are published. */
        FULL;

        /** Returns the word of the command line that asks for it; empty for the one that needs no word. */
        public String word() {
            return this == FULL ? "" : "--" + this;
        }

        @Override
        public String toString() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    /** Returns the value of this plan. */
    public <T> T choose(T quick, T shorter, T full) {
        return switch (plan) {
            case QUICK -> quick;
            case SHORT -> shorter;
            case FULL -> full;
        };
    }
}
