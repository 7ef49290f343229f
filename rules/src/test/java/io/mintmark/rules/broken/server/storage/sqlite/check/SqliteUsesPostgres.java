package io.mintmark.rules.broken.server.storage.sqlite.check;

/** Breaks, by this field, a rule that names it. */
public final class SqliteUsesPostgres {
    final io.mintmark.rules.broken.server.storage.postgresql.Room forbidden =
            new io.mintmark.rules.broken.server.storage.postgresql.Room();
}
