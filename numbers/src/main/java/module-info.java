/** Ids designed as numbers, UUIDs, permutations and encodings. Needs nothing but {@code java.base} and core. */
@org.jspecify.annotations.NullMarked
module io.mintmark.numbers {
    requires static org.jspecify;
    requires transitive io.mintmark.core;

    exports io.mintmark.decimal;
    exports io.mintmark.encoding;
    exports io.mintmark.number;
    exports io.mintmark.scramble;
    exports io.mintmark.uuid;
}
