package io.mintmark.rules.broken.cli;

/** Breaks, by this field, a rule that names it. */
public final class CliUsesDatabases {
    final io.mintmark.rules.broken.server.databases.Room forbidden =
            new io.mintmark.rules.broken.server.databases.Room();
}
