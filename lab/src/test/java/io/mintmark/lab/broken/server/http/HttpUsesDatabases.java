package io.mintmark.lab.broken.server.http;

/** Breaks, by this field, a rule that names it. */
public final class HttpUsesDatabases {
    final io.mintmark.lab.broken.server.databases.Room forbidden = new io.mintmark.lab.broken.server.databases.Room();
}
