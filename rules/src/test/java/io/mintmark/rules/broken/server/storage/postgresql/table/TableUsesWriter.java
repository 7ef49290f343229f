package io.mintmark.rules.broken.server.storage.postgresql.table;

/** Breaks, by this field, a rule that names it. */
public final class TableUsesWriter {
    final io.mintmark.rules.broken.server.storage.postgresql.write.Room forbidden =
            new io.mintmark.rules.broken.server.storage.postgresql.write.Room();
}
