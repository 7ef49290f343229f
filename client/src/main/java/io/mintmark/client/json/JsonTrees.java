package io.mintmark.client.json;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads and writes small JSON that needs no reader of its own: metadata and rare replies. Safe for any thread. */
public final class JsonTrees {
    private static final ObjectMapper PLAIN = new ObjectMapper();
    private static final TypeReference<LinkedHashMap<String, Object>> MEMBERS = new TypeReference<>() {};

    private JsonTrees() {}

    /** Reads an object; throws {@link IOException} if it is not one. */
    public static Map<String, Object> members(byte[] json) throws IOException {
        return PLAIN.readValue(json, MEMBERS);
    }

    /** Reads any JSON. */
    public static JsonNode read(byte[] json) throws IOException {
        return PLAIN.readTree(json);
    }

    /** Returns the same value, of which lists and maps are copies that nobody can change. */
    public static Object frozen(Object value) {
        if (value instanceof Map<?, ?> members) {
            Map<Object, Object> copy = new LinkedHashMap<>(members);
            copy.replaceAll((name, member) -> frozen(member));
            return Collections.unmodifiableMap(copy);
        }
        if (value instanceof Collection<?> elements) {
            List<Object> copy = new ArrayList<>(elements);
            copy.replaceAll(JsonTrees::frozen);
            return Collections.unmodifiableList(copy);
        }
        return value;
    }

    /** Writes texts, numbers, booleans, nulls, and lists and maps of them. */
    public static String write(Object value) {
        try {
            return PLAIN.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(
                    "Metadata hold texts, numbers, booleans, lists and maps only: " + e.getMessage(), e);
        }
    }
}
