package io.mintmark.indexes.linq;

/**
 * A word, a number, a text or a sign. Immutable.
 *
 * @param kind which of them
 * @param span where it stands
 * @param text how it is written
 */
record Token(Kind kind, Span span, String text) {
    /** What a token is. */
    enum Kind {
        /** A name. */
        NAME,
        /** A name of the language's own, such as {@code decimal}. */
        TYPE,
        /** A word that begins or joins something, such as {@code from}. */
        KEYWORD,
        /** A number. */
        NUMBER,
        /** A text with escapes. */
        TEXT,
        /** A text that begins with {@code @}. */
        VERBATIM,
        /** One or two characters, such as {@code =>}. */
        SIGN,
        /** The end of the definition. */
        END
    }

    /** Returns whether it is that keyword or sign. */
    boolean is(String expected) {
        return (kind == Kind.KEYWORD || kind == Kind.SIGN) && text.equals(expected);
    }

    boolean isWord() {
        return kind == Kind.NAME || kind == Kind.TYPE || kind == Kind.KEYWORD;
    }
}
