package io.mintmark.indexes.expression;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;

/**
 * A text that {@code +} joined: it takes memory of its own, while a text that is only handed on is there once,
 * however many members have it. Immutable.
 */
public final class JoinedText extends TextNode {
    private static final long serialVersionUID = 1L;

    JoinedText(String value) {
        super(value);
    }

    /** Returns how many characters a value has that were made for it: none where it is only handed on. */
    public static int chars(JsonNode value) {
        return value instanceof JoinedText joined ? joined.textValue().length() : 0;
    }
}
