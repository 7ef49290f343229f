/** Ranges, document ids and the rules that keep them unique. Needs nothing but {@code java.base}. */
@org.jspecify.annotations.NullMarked
module io.mintmark.core {
    requires static org.jspecify;

    exports io.mintmark;
    exports io.mintmark.counter;
    exports io.mintmark.document;
    exports io.mintmark.range;
}
