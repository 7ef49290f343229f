package io.mintmark.lab.broken.hibernate;

/** Breaks, by this field, a rule that names it. */
public final class HibernateUsesJdbc {
    final io.mintmark.lab.broken.jdbc.JdbcUsesServer forbidden = new io.mintmark.lab.broken.jdbc.JdbcUsesServer();
}
