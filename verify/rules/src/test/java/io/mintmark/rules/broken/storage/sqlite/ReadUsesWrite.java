package io.mintmark.rules.broken.storage.sqlite;

/** Breaks, by this field, a rule that names it. */
public final class ReadUsesWrite {
    final io.mintmark.rules.broken.storage.sqlite.write.Room forbidden =
            new io.mintmark.rules.broken.storage.sqlite.write.Room();
}
