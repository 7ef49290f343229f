package io.mintmark.rules.broken.server.storage.postgresql.write;

/** Breaks, by this field, a rule that names it. */
public final class WriterUsesReader {
    final io.mintmark.rules.broken.server.storage.postgresql.read.Room forbidden =
            new io.mintmark.rules.broken.server.storage.postgresql.read.Room();
}
