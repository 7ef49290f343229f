package io.mintmark.rules.broken.server.storage.postgresql;

/** Breaks, by this field, a rule that names it. */
public final class PostgresUsesSqlite {
    final io.mintmark.rules.broken.server.storage.sqlite.Room forbidden =
            new io.mintmark.rules.broken.server.storage.sqlite.Room();
}
