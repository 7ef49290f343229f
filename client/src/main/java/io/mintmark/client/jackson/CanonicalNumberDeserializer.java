package io.mintmark.client.jackson;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import java.io.IOException;
import java.io.Serializable;
import java.math.BigInteger;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads a whole number from a JSON number, or from a text that spells it in the one canonical way. Immutable. */
final class CanonicalNumberDeserializer<T> extends StdScalarDeserializer<T> {
    private static final long serialVersionUID = 1L;

    /** No sign but a minus, no leading zeros, ASCII only, at most 100 digits. */
    private static final Pattern SPELLING = Pattern.compile("0|-?[1-9][0-9]{0,99}");

    private final Class<T> type;
    private final @Nullable T none;
    private final Exact<T> exact;

    /** Converts a number to the member's type; throws {@link ArithmeticException} if it does not fit. */
    interface Exact<T> extends Function<BigInteger, T>, Serializable {}

    /**
     * Creates a deserializer.
     *
     * @param none the value of a JSON null
     */
    CanonicalNumberDeserializer(Class<T> type, @Nullable T none, Exact<T> exact) {
        super(type);
        this.type = type;
        this.none = none;
        this.exact = exact;
    }

    @Override
    public T deserialize(JsonParser parser, DeserializationContext context) throws IOException {
        JsonToken token = parser.currentToken();
        if (token == JsonToken.VALUE_NUMBER_INT) {
            return fitted(parser.getBigIntegerValue(), parser.getText(), context);
        }
        if (token != JsonToken.VALUE_STRING) {
            return refusedToken(context, parser);
        }
        String text = parser.getText();
        if (!SPELLING.matcher(text).matches()) {
            return refused(
                    text, "a number is written in ASCII digits, without plus sign, leading zeros and blanks", context);
        }
        return fitted(new BigInteger(text), text, context);
    }

    @Override
    public @Nullable T getNullValue(DeserializationContext context) {
        return none;
    }

    private T fitted(BigInteger number, String text, DeserializationContext context) throws IOException {
        try {
            return exact.apply(number);
        } catch (ArithmeticException tooLarge) {
            return refused(text, "it does not fit a " + type.getSimpleName(), context);
        }
    }

    @SuppressWarnings("unchecked")
    private T refused(String text, String rule, DeserializationContext context) throws IOException {
        return (T) context.handleWeirdStringValue(type, text, "%s", rule);
    }

    @SuppressWarnings("unchecked")
    private T refusedToken(DeserializationContext context, JsonParser parser) throws IOException {
        return (T) context.handleUnexpectedToken(type, parser);
    }
}
