package io.mintmark.indexes.expression;

import com.fasterxml.jackson.databind.JsonNode;
import io.mintmark.internal.Printable;

/** Values as messages name them. */
final class Kinds {
    private Kinds() {}

    static String of(JsonNode value) {
        if (value.isTextual()) {
            return "the text '" + Printable.brief(value.textValue()) + "'";
        }
        if (value.isNumber()) {
            return "the number " + Printable.brief(value.asText());
        }
        if (value.isBoolean() || value.isNull()) {
            return value.asText();
        }
        return value.isArray() ? "an array" : "an object";
    }
}
