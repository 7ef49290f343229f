package io.mintmark.lab.broken.jdbc;

/** Breaks, by this field, a rule that names it. */
public final class JdbcUsesServer {
    final io.mintmark.lab.broken.server.OpenClass forbidden = new io.mintmark.lab.broken.server.OpenClass();
}
