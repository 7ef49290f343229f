package io.mintmark.indexes.linq;

/**
 * A part of a definition. Immutable.
 *
 * @param source the definition
 * @param begin where the part begins, in UTF-16 units
 * @param end where it ends
 */
record Span(String source, int begin, int end) {
    /** Returns the part from the beginning of this one to the end of {@code last}. */
    Span to(Span last) {
        return new Span(source, begin, last.end);
    }

    /** Returns the part as it was written. */
    String text() {
        return source.substring(begin, end);
    }

    /** Returns where it begins, as editors count. */
    String place() {
        int line = 1;
        int lineBegin = 0;
        for (int i = source.indexOf('\n'); i >= 0 && i < begin; i = source.indexOf('\n', i + 1)) {
            line++;
            lineBegin = i + 1;
        }
        return "line " + line + ", character " + (begin - lineBegin + 1);
    }
}
