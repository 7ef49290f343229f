package io.mintmark.indexes.expression;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.mintmark.support.InvalidJsonException;
import io.mintmark.support.Json;
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

    /** Makes a parser of the same text, from its beginning. */
    @FunctionalInterface
    private interface Source {
        JsonParser parser() throws IOException;
    }

    /** Reads a value from UTF-8. */
    public static JsonNode read(byte[] json) {
        return read(() -> READER.createParser(json));
    }

    /** Reads a value from text. */
    public static JsonNode read(String json) {
        return read(() -> READER.createParser(json));
    }

    /** Hardly any text has a number that cannot be represented, so only those that have are read the slow way. */
    private static JsonNode read(Source source) {
        try {
            return tree(source.parser());
        } catch (IOException | ArithmeticException | NumberFormatException unreadable) {
            return readFar(source);
        }
    }

    private static JsonNode readFar(Source source) {
        try {
            return tree(new FarNumbers(source.parser()));
        } catch (JsonProcessingException e) {
            throw InvalidJsonException.of(e);
        } catch (IOException e) {
            throw new UncheckedIOException("reading from memory cannot fail", e);
        }
    }

    private static JsonNode tree(JsonParser parser) throws IOException {
        try (parser) {
            JsonNode read = READER.readTree(parser);
            return read == null ? NODES.missingNode() : read;
        }
    }
}
