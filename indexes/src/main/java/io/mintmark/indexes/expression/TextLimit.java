package io.mintmark.indexes.expression;

/**
 * How long what an index makes of a document or a group may be, in characters; the same for scripts, expressions and
 * aggregates. What is longer is refused before it is made.
 */
public final class TextLimit {
    /**
     * Most characters of a key, a contribution or a result: those of a group are reduced together, several at a time.
     */
    public static final int VALUE_MAX = 256 << 10;

    /** Most characters of all that is made of one document, of an output, and of one text that {@code +} joins. */
    public static final int DOCUMENT_MAX = 4 << 20;

    private TextLimit() {}

    /**
     * Requires that something has at most {@code max} characters.
     *
     * @throws EvaluationException if it has more
     */
    public static void require(long chars, int max, String what) {
        if (chars > max) {
            throw new EvaluationException(what + " has more than " + max + " characters: return less.");
        }
    }
}
