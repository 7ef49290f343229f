package io.mintmark.jdbc.database;

/** Objects that only one connection has, whatever the database. */
final class Storage {
    private Storage() {}

    /** Returns the refusal of a temporary table or sequence. */
    static UnsafeCounterException onlyHere(String name) {
        return new UnsafeCounterException("a counter must be one for all who count with it, and " + name
                + " is temporary: each connection has one of its own, and they give the same numbers; create it without"
                + " TEMPORARY, or name its schema if another one is meant");
    }
}
