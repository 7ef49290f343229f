package io.mintmark.lab.broken.cli;

/** Breaks, by this field, a rule that names it. */
public final class CliUsesDatabases {
    final io.mintmark.lab.broken.server.databases.Room forbidden = new io.mintmark.lab.broken.server.databases.Room();
}
