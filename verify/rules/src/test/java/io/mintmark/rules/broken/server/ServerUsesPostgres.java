package io.mintmark.rules.broken.server;

/** Breaks, by this field, a rule that names it. */
public final class ServerUsesPostgres {
    final io.mintmark.rules.broken.storage.postgresql.Room forbidden =
            new io.mintmark.rules.broken.storage.postgresql.Room();
}
