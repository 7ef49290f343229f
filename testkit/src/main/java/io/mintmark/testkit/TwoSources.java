package io.mintmark.testkit;

import io.mintmark.range.RangeSource;

/**
 * The sources that a check uses, over one counter; the same one twice if there is no second.
 *
 * @param first the source that most calls go to
 * @param second another program's, which comes in between
 */
record TwoSources(RangeSource first, RangeSource second) {
    /** Each so many threads are one of the other program. */
    private static final int THREADS_EACH = 8;

    boolean areTwo() {
        return first != second;
    }

    /** Returns whether no lock and no static field of the test reaches the second. */
    boolean areApart() {
        return second instanceof OtherProgram
                || first.getClass().getClassLoader() != second.getClass().getClassLoader();
    }

    /** Returns the source that a thread uses. */
    RangeSource of(int thread) {
        return thread % THREADS_EACH == 0 ? second : first;
    }
}
