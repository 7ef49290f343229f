package io.mintmark.rules.broken.storage.sqlite.directory;

/** Breaks, by this field, a rule that names it. */
public final class SqliteUsesPostgres {
    final io.mintmark.rules.broken.storage.postgresql.Room forbidden =
            new io.mintmark.rules.broken.storage.postgresql.Room();
}
