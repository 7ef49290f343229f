package io.mintmark.indexes.linq;

import com.fasterxml.jackson.databind.JsonNode;
import io.mintmark.indexes.expression.Trees;
import io.mintmark.internal.Printable;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Map;

/** Values of literals. */
final class Literals {
    private static final Map<Character, Character> ESCAPES =
            Map.of('n', '\n', 't', '\t', 'r', '\r', '0', '\0', '\\', '\\', '"', '"', '\'', '\'');

    private static final int HEX_DIGITS = 4;

    private Literals() {}

    static JsonNode value(Token token) {
        String text = token.text();
        return switch (token.kind()) {
            case NUMBER -> number(text);
            case TEXT -> Trees.NODES.textNode(wellFormed(unescape(text.substring(1, text.length() - 1))));
            case VERBATIM ->
                Trees.NODES.textNode(
                        wellFormed(text.substring(2, text.length() - 1).replace("\"\"", "\"")));
            default -> text.equals("null") ? Trees.NODES.nullNode() : Trees.NODES.booleanNode(text.equals("true"));
        };
    }

    /**
     * Whole numbers are those without point, exponent or a suffix of another kind: {@code 1}, {@code 1L}, but not
     * {@code 1M}.
     */
    private static JsonNode number(String text) {
        int digits = text.length();
        while ("mMdDfFlLuU".indexOf(text.charAt(digits - 1)) >= 0) {
            digits--;
        }
        String number = text.substring(0, digits);
        boolean whole = number.chars().allMatch(Character::isDigit)
                && text.chars().skip(digits).allMatch(c -> "lLuU".indexOf(c) >= 0);
        try {
            return whole
                    ? Trees.NODES.numberNode(new BigInteger(number))
                    : Trees.NODES.numberNode(new BigDecimal(number));
        } catch (NumberFormatException | ArithmeticException e) {
            throw new NotUnderstoodException("the number " + Printable.brief(text));
        }
    }

    private static String unescape(String text) {
        StringBuilder plain = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c != '\\') {
                plain.append(c);
                continue;
            }
            char escaped = text.charAt(++i);
            Character meant = ESCAPES.get(escaped);
            if (meant != null) {
                plain.append((char) meant);
            } else if (escaped == 'u' && isHex(text, i + 1)) {
                plain.append((char) Integer.parseInt(text.substring(i + 1, i + 1 + HEX_DIGITS), 16));
                i += HEX_DIGITS;
            } else {
                throw new NotUnderstoodException("the escape \\" + Printable.of(Character.toString(escaped)));
            }
        }
        return plain.toString();
    }

    private static boolean isHex(String text, int begin) {
        return begin + HEX_DIGITS <= text.length()
                && text.substring(begin, begin + HEX_DIGITS).chars().allMatch(c -> Character.digit(c, 16) >= 0);
    }

    /** Half of a character cannot be stored. */
    private static String wellFormed(String text) {
        if (!Printable.encodable(text).equals(text)) {
            throw new NotUnderstoodException("half of a character in the text '" + Printable.brief(text) + "'");
        }
        return text;
    }
}
