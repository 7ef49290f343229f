package io.mintmark.server.indexes.rows;

import com.fasterxml.jackson.databind.JsonNode;
import io.mintmark.server.indexes.expression.CanonicalJson;

/**
 * What all entries of a group have in common: a value, or an object of several.
 *
 * @param text the value as canonical JSON; tells groups apart
 * @param hash names the group's output; groups may share it
 */
public record ReduceKey(String text, long hash) {
    /** Returns the key that is {@code value}; numbers of one value are one key, however they are spelt. */
    public static ReduceKey of(JsonNode value) {
        return new ReduceKey(CanonicalJson.of(value), KeyHash.of(value));
    }
}
