package io.mintmark.indexes.reduce;

import com.fasterxml.jackson.databind.JsonNode;
import io.mintmark.indexes.expression.Expression;

/**
 * Something that is computed over the entries of a group.
 *
 * @param function how
 * @param of over which values
 */
public record Aggregate(Function function, Expression of) {
    /** How values of a group come together. The order in which they do makes no difference. */
    public enum Function {
        /** How many entries there are. */
        COUNT,
        /** The exact sum of numbers; null counts as nothing, and a group of nulls has the sum 0. */
        SUM,
        /** The least number or text that is not null. */
        MIN,
        /** The greatest number or text that is not null. */
        MAX,
        /** The sum of the numbers by how many there are, with 34 digits; null if there are none. */
        AVERAGE
    }

    /** Returns the state of one entry. */
    JsonNode start(JsonNode entry) {
        return States.start(function, of.of(entry));
    }

    /** Returns the state of two parts together. */
    JsonNode join(JsonNode left, JsonNode right) {
        return States.join(function, left, right);
    }

    /** Returns the value of a state. */
    JsonNode end(JsonNode state) {
        return States.end(function, state);
    }
}
