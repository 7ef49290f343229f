package io.mintmark.lab.broken.server.storage.sqlite.row;

/** Breaks, by this field, a rule that names it. */
public final class RowUsesWrite {
    final io.mintmark.lab.broken.server.storage.sqlite.write.Room forbidden =
            new io.mintmark.lab.broken.server.storage.sqlite.write.Room();
}
