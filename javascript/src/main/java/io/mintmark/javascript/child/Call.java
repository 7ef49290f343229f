package io.mintmark.javascript.child;

/** One item to be evaluated. */
sealed interface Call {
    /** A document, and the maps that read it. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Map(int[] maps, String document) implements Call {}

    /** A group. */
    record Reduce(String key, String values) implements Call {}
}
