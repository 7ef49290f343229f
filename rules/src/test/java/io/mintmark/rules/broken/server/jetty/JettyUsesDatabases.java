package io.mintmark.rules.broken.server.jetty;

/** Breaks, by this field, a rule that names it. */
public final class JettyUsesDatabases {
    final io.mintmark.rules.broken.server.databases.Room forbidden =
            new io.mintmark.rules.broken.server.databases.Room();
}
