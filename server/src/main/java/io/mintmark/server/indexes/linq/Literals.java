package io.mintmark.server.indexes.linq;

import com.fasterxml.jackson.databind.JsonNode;
import io.mintmark.server.indexes.expression.Trees;
import io.mintmark.server.indexes.linq.grammar.LinqParser.LiteralContext;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Map;
import org.antlr.v4.runtime.Token;

/** Values of literals. */
final class Literals {
    private static final Map<Character, Character> ESCAPES =
            Map.of('n', '\n', 't', '\t', 'r', '\r', '0', '\0', '\\', '\\', '"', '"', '\'', '\'');

    private Literals() {}

    static JsonNode value(LiteralContext literal) {
        Token token = literal.getStart();
        String text = token.getText();
        if (literal.NUMBER() != null) {
            return number(text);
        }
        if (literal.TEXT() != null) {
            return Trees.NODES.textNode(unescape(text.substring(1, text.length() - 1)));
        }
        if (literal.VERBATIM() != null) {
            return Trees.NODES.textNode(text.substring(2, text.length() - 1).replace("\"\"", "\""));
        }
        return literal.NULL() != null ? Trees.NODES.nullNode() : Trees.NODES.booleanNode(literal.TRUE() != null);
    }

    private static JsonNode number(String text) {
        String digits = text.replaceAll("[mMdDfFlLuU]+$", "");
        boolean whole = digits.chars().allMatch(Character::isDigit)
                && text.substring(digits.length()).chars().allMatch(c -> "lLuU".indexOf(c) >= 0);
        return whole ? Trees.NODES.numberNode(new BigInteger(digits)) : Trees.NODES.numberNode(new BigDecimal(digits));
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
            } else if (escaped == 'u' && text.substring(i + 1).matches("(?s)[0-9a-fA-F]{4}.*")) {
                plain.append((char) Integer.parseInt(text.substring(i + 1, i + 5), 16));
                i += 4;
            } else {
                throw new NotUnderstoodException("the escape \\" + escaped);
            }
        }
        return plain.toString();
    }
}
