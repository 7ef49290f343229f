package io.mintmark.lab.broken.hibernate;

/** Breaks, by this field, a rule that names it. */
public final class HibernateUsesProtocol {
    final io.mintmark.lab.broken.protocol.Name forbidden = new io.mintmark.lab.broken.protocol.Name();
}
