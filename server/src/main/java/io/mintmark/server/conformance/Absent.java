package io.mintmark.server.conformance;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.Locale;
import java.util.Set;

/**
 * Values that ask for nothing: clients send whole records by default, and send back what they read.
 *
 * <p>They are null, false, 0, an empty text, array or object, the first words of RavenDB's enumerations, and a
 * configuration that says of itself that it is disabled.
 */
final class Absent {
    private static final Set<String> WORDS = Set.of("", "none", "default", "unlock", "singlenode");

    private Absent() {}

    static boolean is(JsonNode value) {
        if (value.isContainerNode()) {
            return value.isEmpty() || value.path("Disabled").asBoolean(false);
        }
        if (value.isNumber()) {
            return value.doubleValue() == 0;
        }
        return value.isTextual() ? isWord(value.textValue()) : !value.asBoolean(false);
    }

    /** Likewise of the value that {@code parser} is at the beginning of; leaves it at the end. */
    static boolean is(JsonParser parser, JsonToken value) throws IOException {
        return switch (value) {
            case VALUE_NULL, VALUE_FALSE -> true;
            case VALUE_STRING -> isWord(parser.getText());
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> isZero(parser.getText());
            case START_OBJECT, START_ARRAY -> isEmpty(parser);
            default -> false;
        };
    }

    /** By its digits: an exponent may be so large that no type has the number. */
    private static boolean isZero(String number) {
        return number.chars().takeWhile(c -> c != 'e' && c != 'E').noneMatch(c -> c >= '1' && c <= '9');
    }

    private static boolean isWord(String text) {
        return text.length() <= 10 && WORDS.contains(text.toLowerCase(Locale.ROOT));
    }

    private static boolean isEmpty(JsonParser parser) throws IOException {
        JsonToken token = parser.nextToken();
        boolean empty = token.isStructEnd();
        for (int depth = empty ? 0 : 1; depth > 0; ) {
            if (token.isStructStart()) {
                depth++;
            } else if (token.isStructEnd()) {
                depth--;
            }
            token = depth > 0 ? parser.nextToken() : token;
        }
        return empty;
    }
}
