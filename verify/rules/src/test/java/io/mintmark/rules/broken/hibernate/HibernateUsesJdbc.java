package io.mintmark.rules.broken.hibernate;

/** Breaks, by this field, a rule that names it. */
public final class HibernateUsesJdbc {
    final io.mintmark.rules.broken.jdbc.JdbcUsesServer forbidden = new io.mintmark.rules.broken.jdbc.JdbcUsesServer();
}
