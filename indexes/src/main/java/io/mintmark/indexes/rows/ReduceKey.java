package io.mintmark.indexes.rows;

import com.fasterxml.jackson.databind.JsonNode;
import io.mintmark.indexes.expression.CanonicalJson;

/**
 * What all entries of a group have in common: a value, or an object of several.
 *
 * @param text the value as canonical JSON; tells groups apart
 * @param hash names the group's output; groups may share it
 */
public record ReduceKey(String text, long hash) {
    /**
     * Returns the key that is {@code value}, the same for all equal values: numbers of one value however they are
     * spelt, and objects of the same members in whatever order.
     */
    public static ReduceKey of(JsonNode value) {
        return new ReduceKey(CanonicalJson.ofValue(value), KeyHash.of(value));
    }

    /**
     * Returns the key that is several values by their names; grouping by {@code a, b} is not grouping by {@code b, a}.
     */
    public static ReduceKey ofSeveral(JsonNode values) {
        return new ReduceKey(CanonicalJson.ofSeveral(values), KeyHash.ofSeveral(values));
    }
}
