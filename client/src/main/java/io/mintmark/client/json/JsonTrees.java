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
import org.jspecify.annotations.Nullable;

/** Reads and writes small JSON that needs no reader of its own: metadata and rare replies. Safe for any thread. */
public final class JsonTrees {
    private static final ObjectMapper PLAIN = new ObjectMapper();
    private static final TypeReference<LinkedHashMap<String, Object>> MEMBERS = new TypeReference<>() {};

    private JsonTrees() {}

    /**
     * Reads an object, whose members can be replaced, but not changed within; throws {@link IOException} if it is not
     * one.
     */
    public static Map<String, Object> members(byte[] json) throws IOException {
        Map<String, Object> members = PLAIN.readValue(json, MEMBERS);
        members.replaceAll((name, value) -> frozen(value));
        return members;
    }

    /** Returns {@code value}, or of a list, a set or a map a copy that cannot be changed, nor what is in it. */
    public static @Nullable Object frozen(@Nullable Object value) {
        if (value instanceof Collection<?> list) {
            List<@Nullable Object> copy = new ArrayList<>(list.size());
            list.forEach(element -> copy.add(frozen(element)));
            return Collections.unmodifiableList(copy);
        }
        if (value instanceof Map<?, ?> map) {
            Map<Object, @Nullable Object> copy = new LinkedHashMap<>();
            map.forEach((name, member) -> copy.put(name, frozen(member)));
            return Collections.unmodifiableMap(copy);
        }
        return value;
    }

    /** Reads any JSON. */
    public static JsonNode read(byte[] json) throws IOException {
        return PLAIN.readTree(json);
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
