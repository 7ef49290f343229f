package io.mintmark.rules.broken.server.storage.postgresql.sql;

/** Breaks, by this field, a rule that names it. */
public final class SqlUsesPool {
    final io.mintmark.rules.broken.server.storage.postgresql.pool.Room forbidden =
            new io.mintmark.rules.broken.server.storage.postgresql.pool.Room();
}
