/** Tools that prove identifiers unique. */
@org.jspecify.annotations.NullMarked
module io.mintmark.testkit {
    requires static org.jspecify;
    requires transitive io.mintmark.core;

    exports io.mintmark.testkit;
}
