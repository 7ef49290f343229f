package io.mintmark.client.jackson;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import java.io.IOException;
import java.util.Arrays;

/** Reads an array of longs, each as {@link CanonicalNumberDeserializer} does, and a null as 0. Immutable. */
final class CanonicalNumbersDeserializer extends StdDeserializer<long[]> {
    private static final long serialVersionUID = 1L;

    private final CanonicalNumberDeserializer<Long> element;

    CanonicalNumbersDeserializer(CanonicalNumberDeserializer<Long> element) {
        super(long[].class);
        this.element = element;
    }

    @Override
    public long[] deserialize(JsonParser parser, DeserializationContext context) throws IOException {
        if (parser.isExpectedStartArrayToken()) {
            return elements(parser, context);
        }
        if (context.isEnabled(DeserializationFeature.ACCEPT_SINGLE_VALUE_AS_ARRAY)) {
            return new long[] {element.deserialize(parser, context)};
        }
        return (long[]) context.handleUnexpectedToken(long[].class, parser);
    }

    private long[] elements(JsonParser parser, DeserializationContext context) throws IOException {
        long[] numbers = new long[8];
        int count = 0;
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            if (count == numbers.length) {
                numbers = Arrays.copyOf(numbers, 2 * count);
            }
            numbers[count++] = number(parser, context);
        }
        return Arrays.copyOf(numbers, count);
    }

    private long number(JsonParser parser, DeserializationContext context) throws IOException {
        if (parser.currentToken() == JsonToken.VALUE_NULL) {
            _verifyNullForPrimitive(context);
            return 0;
        }
        return element.deserialize(parser, context);
    }
}
