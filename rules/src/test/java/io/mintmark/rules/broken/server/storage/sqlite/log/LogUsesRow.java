package io.mintmark.rules.broken.server.storage.sqlite.log;

/** Breaks, by this field, a rule that names it. */
public final class LogUsesRow {
    final io.mintmark.rules.broken.server.storage.sqlite.row.Room forbidden =
            new io.mintmark.rules.broken.server.storage.sqlite.row.Room();
}
