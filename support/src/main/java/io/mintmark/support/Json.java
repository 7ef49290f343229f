package io.mintmark.support;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.async.ByteArrayFeeder;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import com.fasterxml.jackson.core.util.JsonRecyclerPools;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * Reads JSON strictly, from UTF-8 bytes, no deeper than a limit, and writes it. Thread-safe.
 *
 * <p>Strings and numbers are not decoded unless somebody asks for them, so only the body bounds their length, where no
 * other bound is asked for.
 */
public final class Json {
    private static final int NUMBER_CHARS_MAX = 1_000;
    private static final JsonFactory WRITER = pooled().build();

    private final int depthMax;
    private final JsonFactory factory;
    private final ObjectMapper mapper;

    /** Reads JSON whose objects and arrays are nested at most {@code depthMax} deep. */
    public Json(int depthMax) {
        this(depthMax, Integer.MAX_VALUE);
    }

    private Json(int depthMax, int textMax) {
        this.depthMax = depthMax;
        factory = pooled().streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(depthMax)
                        .maxNumberLength(NUMBER_CHARS_MAX)
                        .maxStringLength(textMax)
                        .build())
                .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
                // Bytes are kept as received and joined with others: all of them must be UTF-8, without a mark.
                .disable(JsonFactory.Feature.CHARSET_DETECTION)
                .build();
        mapper = JsonMapper.builder(factory)
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .build();
    }

    /**
     * Returns what reads likewise, and decodes no text of more than {@code charsMax}: decoding takes several times its
     * bytes.
     */
    public Json withTextsUpTo(int charsMax) {
        return new Json(depthMax, charsMax);
    }

    /** Buffers are kept in one pool: by thread, each virtual thread would make its own for every request. */
    private static JsonFactoryBuilder pooled() {
        return new JsonFactoryBuilder().recyclerPool(JsonRecyclerPools.sharedConcurrentDequePool());
    }

    /** Starts reading part of an array. */
    public JsonParser parse(byte[] json, int offset, int length) throws IOException {
        return factory.createParser(json, offset, length);
    }

    /** Reads JSON from its first token on. */
    @FunctionalInterface
    public interface Reading<T> {
        /** Returns the value read. */
        T from(JsonParser parser) throws IOException;
    }

    /**
     * Returns the value that {@code reading} reads from part of an array.
     *
     * @throws InvalidJsonException if the bytes, as far as they are read, are no JSON
     */
    public <T> T read(byte[] json, int offset, int length, Reading<T> reading) {
        try (JsonParser parser = parse(json, offset, length)) {
            return reading.from(parser);
        } catch (JsonProcessingException e) {
            throw InvalidJsonException.of(e);
        } catch (IOException e) {
            throw new UncheckedIOException("reading from memory cannot fail", e);
        }
    }

    /** Returns the value that {@code reading} reads from a whole array, likewise. */
    public <T> T read(byte[] json, Reading<T> reading) {
        return read(json, 0, json.length, reading);
    }

    /**
     * Starts reading an array that arrives in pieces. The parser takes them by its {@link ByteArrayFeeder}, and says
     * {@link com.fasterxml.jackson.core.JsonToken#NOT_AVAILABLE} where it needs the next.
     */
    public JsonParser parsePieces() throws IOException {
        return factory.createNonBlockingByteArrayParser();
    }

    /** Writes one JSON value. */
    @FunctionalInterface
    public interface Writing {
        /** Writes the value. */
        void to(JsonGenerator generator) throws IOException;
    }

    /** Returns the JSON that {@code writing} writes, in UTF-8. */
    public static byte[] write(Writing writing) {
        return write(writing, false);
    }

    /** Returns the object whose members {@code writing} writes, in UTF-8. */
    public static byte[] writeObject(Writing writing) {
        return write(writing, true);
    }

    private static byte[] write(Writing writing, boolean isObject) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);
        try (JsonGenerator generator = WRITER.createGenerator(bytes)) {
            if (isObject) {
                generator.writeStartObject();
            }
            writing.to(generator);
            if (isObject) {
                generator.writeEndObject();
            }
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory cannot fail", e);
        }
        return bytes.toByteArray();
    }

    /** Writes one element of an array. */
    @FunctionalInterface
    public interface ElementWriting<T> {
        void of(T element) throws IOException;
    }

    /** Writes a member that is an array, with what {@code writing} writes of each of {@code all}. */
    public static <T> void writeArray(JsonGenerator json, String name, Iterable<T> all, ElementWriting<T> writing)
            throws IOException {
        json.writeArrayFieldStart(name);
        for (T each : all) {
            writing.of(each);
        }
        json.writeEndArray();
    }

    /** Appends {@code text} as it stands between the quotes of a JSON text. */
    public static void escape(String text, StringBuilder json) {
        JsonStringEncoder.getInstance().quoteAsString(text, json);
    }

    /**
     * Reads a small object into a tree.
     *
     * @throws InvalidJsonException if the bytes are not one JSON object
     */
    public ObjectNode object(byte[] bytes) {
        try {
            if (mapper.readTree(bytes) instanceof ObjectNode object) {
                return object;
            }
            throw new InvalidJsonException("The body must be a JSON object.");
        } catch (JsonProcessingException e) {
            throw InvalidJsonException.of(e);
        } catch (IOException e) {
            throw new UncheckedIOException("reading from memory cannot fail", e);
        }
    }

    /** Reads a JSON text, quotes and all. */
    public String text(byte[] value) {
        if (isPlain(value)) {
            return new String(value, 1, value.length - 2, StandardCharsets.UTF_8);
        }
        return read(value, parser -> {
            parser.nextToken();
            return parser.getText();
        });
    }

    /** Returns whether a text that was parsed before stands between its quotes without escapes. */
    private static boolean isPlain(byte[] value) {
        for (byte b : value) {
            if (b == '\\') {
                return false;
            }
        }
        return value.length >= 2 && value[0] == '"' && value[value.length - 1] == '"';
    }

    /** Returns a mapper for trees; for small or rare JSON only. */
    public ObjectMapper trees() {
        return mapper;
    }
}
