package io.mintmark.indexes.reduce;

import io.mintmark.indexes.rows.ReduceKey;
import java.util.List;

/**
 * The second half of an index: what the contributions to a group come to.
 *
 * <p>A result is a value itself: reducing the results of parts gives the result of the whole.
 */
public interface Reduction {
    /**
     * Values of one group.
     *
     * @param key the group
     * @param values contributions or results, at least one; in the same order each time
     */
    record Part(ReduceKey key, List<String> values) {}

    /** What one part, or one group, came to. */
    sealed interface Reduced {
        /** A result. */
        record Result(String value) implements Reduced {}

        /** It could not be evaluated, and the group has no output. */
        record Failed(String message) implements Reduced {}
    }

    /** Returns the result of each part, in their order. */
    List<Reduced> reduce(List<Part> parts);

    /** Returns the members of a group's output document, a JSON object, from the result of the whole group. */
    Reduced output(ReduceKey key, String result);
}
