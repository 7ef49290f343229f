package io.mintmark.rules.broken.web.http;

/** Breaks, by this field, a rule that names it. */
public final class HttpUsesDatabases {
    final io.mintmark.rules.broken.server.databases.Room forbidden =
            new io.mintmark.rules.broken.server.databases.Room();
}
