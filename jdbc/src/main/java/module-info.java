/** Counters in a relational database, also those that other programs count with. Needs the JDK and core. */
@org.jspecify.annotations.NullMarked
module io.mintmark.jdbc {
    requires static org.jspecify;
    requires transitive io.mintmark.core;
    requires transitive java.sql;

    exports io.mintmark.jdbc;
    exports io.mintmark.jdbc.database;
    exports io.mintmark.jdbc.schema;
}
