package io.mintmark.rules.broken.server.changes;

/** Breaks, by this field, a rule that names it. */
public final class ChangesUseDatabases {
    final io.mintmark.rules.broken.server.databases.Room forbidden =
            new io.mintmark.rules.broken.server.databases.Room();
}
