package io.mintmark.lab.broken.server.databases;

/** Breaks, by this field, a rule that names it. */
public final class DatabasesUseMaintenance {
    final io.mintmark.lab.broken.server.maintenance.Room forbidden =
            new io.mintmark.lab.broken.server.maintenance.Room();
}
