package io.mintmark.jdbc.internal.store;

import io.mintmark.jdbc.database.UnsafeCounterException;

/** The refusals of a counter that went back under a running program. */
final class CounterWentBack {
    private static final String CAUSES =
            ": its row or sequence was set back, deleted, made anew or put back from a copy, or"
                    + " another database answers, such as a replica that lagged";

    private CounterWentBack() {}

    /** Returns the refusal of a counter that stands at {@code next}, where {@code highest} was passed before. */
    static UnsafeCounterException to(long next, NamedBlockRule counter, long highest) {
        return refusal(counter, "its next number is " + next, highest);
    }

    /** Returns the refusal of a counter whose row is gone. */
    static UnsafeCounterException missing(NamedBlockRule counter, long highest) {
        return refusal(counter, "it has no row", highest);
    }

    /** Returns the refusal of a counter that went back before, and of which nothing shows that it was raised since. */
    static UnsafeCounterException before(NamedBlockRule counter, long highest) {
        return refusal(counter, "it went back before, and nothing shows that it was raised since", highest);
    }

    /**
     * Returns the refusal of a counter that gave values, {@code times} in a row, whose numbers this program may have
     * had.
     */
    static UnsafeCounterException repeated(NamedBlockRule counter, int times, long highest) {
        return refusal(counter, "it gave " + times + " values in a row that may have been given before", highest);
    }

    private static UnsafeCounterException refusal(NamedBlockRule counter, String shows, long highest) {
        boolean had = highest != HeldNumbers.NONE;
        return new UnsafeCounterException("the counter " + counter + " must not go back, and it did: " + shows
                + (had ? ", and this program has had it up to " + highest : "") + CAUSES
                + "; stop all programs that use it, raise it above the highest id in use"
                + (had ? " and at least to " + highest : "")
                + ", with raiseAbove(table, column, margin) or raise(number), and start them again");
    }
}
