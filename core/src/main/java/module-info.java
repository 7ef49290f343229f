/** Ranges, document ids and the rules that keep them unique. Needs nothing but {@code java.base}. */
@SuppressWarnings("module") // modules that are compiled later
@org.jspecify.annotations.NullMarked
module io.mintmark.core {
    requires static org.jspecify;

    exports io.mintmark;
    exports io.mintmark.counter;
    exports io.mintmark.document;
    exports io.mintmark.hilo;
    exports io.mintmark.range;
    exports io.mintmark.internal to
            io.mintmark.cassandra,
            io.mintmark.cli,
            io.mintmark.client,
            io.mintmark.hibernate,
            io.mintmark.indexes,
            io.mintmark.javascript,
            io.mintmark.jdbc,
            io.mintmark.numbers,
            io.mintmark.server,
            io.mintmark.spring,
            io.mintmark.testkit;
}
