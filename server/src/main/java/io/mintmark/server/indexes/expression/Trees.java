package io.mintmark.server.indexes.expression;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.mintmark.server.json.InvalidJsonException;
import io.mintmark.server.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;

/** JSON values as trees whose numbers are exact. Thread-safe. */
public final class Trees {
    /** Makes nodes. */
    public static final JsonNodeFactory NODES = JsonNodeFactory.withExactBigDecimals(true);

    /** What is stored was measured when it came in. */
    private static final ObjectReader READER = new Json(Integer.MAX_VALUE)
            .trees()
            .reader()
            .with(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .with(NODES);

    private Trees() {}

    /** Reads a value from UTF-8. */
    public static JsonNode read(byte[] json) {
        try {
            return READER.readTree(json);
        } catch (JsonProcessingException e) {
            throw InvalidJsonException.of(e);
        } catch (IOException e) {
            throw new UncheckedIOException("reading from memory cannot fail", e);
        }
    }

    /** Reads a value from text. */
    public static JsonNode read(String json) {
        try {
            return READER.readTree(json);
        } catch (JsonProcessingException e) {
            throw InvalidJsonException.of(e);
        }
    }
}
