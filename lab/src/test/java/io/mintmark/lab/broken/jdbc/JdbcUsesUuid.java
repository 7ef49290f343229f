package io.mintmark.lab.broken.jdbc;

/** Breaks, by this field, a rule that names it. */
public final class JdbcUsesUuid {
    final io.mintmark.lab.broken.uuid.RandomUuid forbidden = new io.mintmark.lab.broken.uuid.RandomUuid();
}
