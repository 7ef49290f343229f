/** Tools that prove identifiers unique. */
@org.jspecify.annotations.NullMarked
module io.mintmark.testkit {
    requires static org.jspecify;
    requires static org.junit.jupiter.api;
    requires transitive io.mintmark.core;

    exports io.mintmark.testkit;
    exports io.mintmark.testkit.fault;
    exports io.mintmark.testkit.history;
    exports io.mintmark.testkit.judge;
}
