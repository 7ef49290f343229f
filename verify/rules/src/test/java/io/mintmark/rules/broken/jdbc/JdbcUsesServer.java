package io.mintmark.rules.broken.jdbc;

/** Breaks, by this field, a rule that names it. */
public final class JdbcUsesServer {
    final io.mintmark.rules.broken.server.OpenClass forbidden = new io.mintmark.rules.broken.server.OpenClass();
}
