package io.mintmark.lab.broken.server.changes;

/** Breaks, by this field, a rule that names it. */
public final class ChangesUseDatabases {
    final io.mintmark.lab.broken.server.databases.Room forbidden = new io.mintmark.lab.broken.server.databases.Room();
}
