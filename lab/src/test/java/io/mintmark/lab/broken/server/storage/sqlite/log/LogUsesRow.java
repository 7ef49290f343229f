package io.mintmark.lab.broken.server.storage.sqlite.log;

/** Breaks, by this field, a rule that names it. */
public final class LogUsesRow {
    final io.mintmark.lab.broken.server.storage.sqlite.row.Room forbidden =
            new io.mintmark.lab.broken.server.storage.sqlite.row.Room();
}
