package io.mintmark.indexes.expression;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * The joined texts that a thread holds as left operands while it computes the right ones, which may be nested.
 * Thread-safe.
 */
final class HeldText {
    private static final ThreadLocal<long[]> CHARS = ThreadLocal.withInitial(() -> new long[1]);

    private HeldText() {}

    /**
     * Returns the value of {@code right} for {@code input}, computed while {@code left} is held.
     *
     * @throws EvaluationException if all that is held then is too long together
     */
    static JsonNode during(JsonNode left, Expression right, JsonNode input) {
        int chars = JoinedText.chars(left);
        if (chars == 0) {
            return right.of(input);
        }
        long[] held = CHARS.get();
        TextLimit.require(held[0] + chars, TextLimit.DOCUMENT_MAX, "All joined text that an expression holds");
        held[0] += chars;
        try {
            return right.of(input);
        } finally {
            held[0] -= chars;
        }
    }
}
