package io.mintmark.rules.broken.hibernate;

/** Breaks, by this field, a rule that names it. */
public final class HibernateUsesProtocol {
    final io.mintmark.rules.broken.protocol.Name forbidden = new io.mintmark.rules.broken.protocol.Name();
}
