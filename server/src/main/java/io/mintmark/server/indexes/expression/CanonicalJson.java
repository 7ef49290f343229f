package io.mintmark.server.indexes.expression;

import com.fasterxml.jackson.databind.JsonNode;
import io.mintmark.server.json.Json;
import java.util.Iterator;
import java.util.Map;

/** Writes a value so that equal values have equal text: without white space, numbers by their value, members in their order. */
public final class CanonicalJson {
    private final StringBuilder text = new StringBuilder();

    private CanonicalJson() {}

    /** Returns the text of a value. */
    public static String of(JsonNode value) {
        CanonicalJson json = new CanonicalJson();
        json.write(value);
        return json.text.toString();
    }

    private void write(JsonNode value) {
        if (value.isObject()) {
            writeObject(value);
        } else if (value.isArray()) {
            writeArray(value);
        } else if (value.isTextual()) {
            writeText(value.textValue());
        } else if (value.isNumber()) {
            text.append(Numbers.text(value));
        } else {
            text.append(value.isBoolean() ? value.asText() : "null");
        }
    }

    private void writeText(String value) {
        text.append('"');
        Json.escape(value, text);
        text.append('"');
    }

    private void writeObject(JsonNode object) {
        text.append('{');
        String comma = "";
        for (Map.Entry<String, JsonNode> member : object.properties()) {
            text.append(comma);
            writeText(member.getKey());
            text.append(':');
            write(member.getValue());
            comma = ",";
        }
        text.append('}');
    }

    private void writeArray(JsonNode array) {
        text.append('[');
        for (Iterator<JsonNode> elements = array.elements(); elements.hasNext(); ) {
            write(elements.next());
            text.append(elements.hasNext() ? "," : "");
        }
        text.append(']');
    }
}
