package io.mintmark.rules.broken.server.databases;

/** Breaks, by this field, a rule that names it. */
public final class DatabasesUseMaintenance {
    final io.mintmark.rules.broken.server.maintenance.Room forbidden =
            new io.mintmark.rules.broken.server.maintenance.Room();
}
