package io.mintmark.indexes.expression;

import io.mintmark.support.HeapShare;

/**
 * Bounds how many values a document may have that an index reads: as a tree, each takes up to fifty times its bytes. A
 * document that has more is an error of its own; without a bound it would end the server.
 */
public final class ValueLimit {
    /** What an empty object in an array takes in a tree, the most for its two bytes. */
    private static final int BYTES_EACH = 100;

    /** Part of the heap that the tree of one document may take. */
    private static final int HEAP_PART = 5;

    private static final long VALUES_MAX = HeapShare.of(HEAP_PART * BYTES_EACH, 1L << 24);

    private ValueLimit() {}

    /**
     * Checks a document in UTF-8 before it is read.
     *
     * @throws EvaluationException if it has too many values
     */
    public static void require(byte[] json) {
        // Each value but the first follows one of four characters, so a document of so few bytes has no more values.
        if (json.length > VALUES_MAX) {
            require(json, VALUES_MAX);
        }
    }

    static void require(byte[] json, long most) {
        long values = 0;
        boolean isText = false;
        for (int at = 0; at < json.length; at++) {
            byte unit = json[at];
            if (unit == '"') {
                isText = !isText;
            } else if (isText) {
                at += unit == '\\' ? 1 : 0;
            } else if (unit == ',' || unit == '{' || unit == '[') {
                values++;
            }
        }
        if (values > most) {
            throw new EvaluationException(
                    "A document of " + values + " values is more than an index can read with this heap,"
                            + " which bears " + most + ": split it, or give the server a larger heap.");
        }
    }
}
