package io.mintmark.rules.broken.server.backup;

/** Breaks, by this field, a rule that names it. */
public final class BackupUsesDatabases {
    final io.mintmark.rules.broken.server.databases.Room forbidden =
            new io.mintmark.rules.broken.server.databases.Room();
}
