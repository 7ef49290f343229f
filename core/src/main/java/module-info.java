/** Ranges, document ids, UUIDs, permutations and the rules that keep them unique. Needs nothing but {@code java.base}. */
@org.jspecify.annotations.NullMarked
module io.mintmark.core {
    requires static org.jspecify;

    exports io.mintmark;
    exports io.mintmark.range;
    exports io.mintmark.document;
    exports io.mintmark.encoding;
    exports io.mintmark.number;
    exports io.mintmark.scramble;
    exports io.mintmark.uuid;
}
