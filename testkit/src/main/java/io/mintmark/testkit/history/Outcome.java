package io.mintmark.testkit.history;

import java.util.List;

/**
 * What became of an operation: it succeeded with a value, it failed for certain, or nobody knows.
 *
 * <p>Immutable.
 */
public sealed interface Outcome {
    /** Returns whether it succeeded. */
    default boolean isOk() {
        return !(this instanceof Failed || this instanceof Unknown);
    }

    /**
     * It succeeded and gave numbers.
     *
     * @param low the first number
     * @param high the last number
     */
    record Numbers(long low, long high) implements Outcome {
        /** Checks that {@code low <= high}. */
        public Numbers {
            if (high < low) {
                throw new IllegalArgumentException("numbers must have low <= high: low=" + low + ", high=" + high);
            }
        }

        @Override
        public String toString() {
            return text(low, high);
        }

        static String text(long low, long high) {
            return low == high ? Long.toString(low) : low + " to " + high;
        }
    }

    /**
     * It succeeded and gave a text: a version, or any answer.
     *
     * @param text the text, compared exactly
     */
    record Text(String text) implements Outcome {
        @Override
        public String toString() {
            return text;
        }
    }

    /**
     * It succeeded and gave ids, in the order in which they were shown.
     *
     * @param ids the ids
     */
    record Ids(List<String> ids) implements Outcome {
        private static final int SHOWN_MAX = 5;

        /** Keeps an immutable copy of {@code ids}. */
        public Ids {
            ids = List.copyOf(ids);
        }

        @Override
        public String toString() {
            int shown = Math.min(SHOWN_MAX, ids.size());
            return ids.size() + " ids: " + String.join(", ", ids.subList(0, shown))
                    + (shown < ids.size() ? ", ..." : "");
        }
    }

    /** It succeeded, and there is nothing to say; of a read, that the document is absent. */
    record Done() implements Outcome {
        @Override
        public String toString() {
            return "done";
        }
    }

    /** It failed for certain: it had no effect, and never will. */
    record Failed() implements Outcome {
        @Override
        public String toString() {
            return "failed";
        }
    }

    /** Nobody knows whether it had an effect, or still will. */
    record Unknown() implements Outcome {
        @Override
        public String toString() {
            return "outcome unknown";
        }
    }
}
