package io.mintmark.rules.broken.storage.sql;

/** Breaks, by this field, a rule that names it. */
public final class SqlUsesEngine {
    final io.mintmark.rules.broken.storage.sqlite.Room forbidden = new io.mintmark.rules.broken.storage.sqlite.Room();
}
