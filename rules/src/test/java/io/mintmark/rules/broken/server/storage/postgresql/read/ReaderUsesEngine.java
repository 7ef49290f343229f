package io.mintmark.rules.broken.server.storage.postgresql.read;

/** Breaks, by this field, a rule that names it. */
public final class ReaderUsesEngine {
    final io.mintmark.rules.broken.server.storage.postgresql.Room forbidden =
            new io.mintmark.rules.broken.server.storage.postgresql.Room();
}
