package io.mintmark.rules.broken.server.storage.sqlite.row;

/** Breaks, by this field, a rule that names it. */
public final class RowUsesWrite {
    final io.mintmark.rules.broken.server.storage.sqlite.write.Room forbidden =
            new io.mintmark.rules.broken.server.storage.sqlite.write.Room();
}
