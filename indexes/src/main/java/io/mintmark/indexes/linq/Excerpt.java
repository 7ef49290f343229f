package io.mintmark.indexes.linq;

import io.mintmark.internal.Printable;

/** Parts of a definition as messages show them: on one line, and no longer than a message bears. */
final class Excerpt {
    private static final int CHARS_MAX = 2_000;

    private Excerpt() {}

    static String of(Syntax part) {
        return Printable.brief(Printable.cut(part.text(), CHARS_MAX).replaceAll("\\s+", " "));
    }

    /** Returns the refusal of a part that nothing here knows. */
    static NotUnderstoodException unknown(Syntax part) {
        return new NotUnderstoodException("'" + of(part) + "'");
    }
}
