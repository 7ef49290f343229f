package io.mintmark.lab.broken.server.jetty;

/** Breaks, by this field, a rule that names it. */
public final class JettyUsesDatabases {
    final io.mintmark.lab.broken.server.databases.Room forbidden = new io.mintmark.lab.broken.server.databases.Room();
}
