package io.mintmark.rules.broken.jdbc;

/** Breaks, by this field, a rule that names it. */
public final class JdbcUsesUuid {
    final io.mintmark.rules.broken.uuid.RandomUuid forbidden = new io.mintmark.rules.broken.uuid.RandomUuid();
}
