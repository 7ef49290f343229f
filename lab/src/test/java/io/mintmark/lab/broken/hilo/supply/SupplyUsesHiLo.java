package io.mintmark.lab.broken.hilo.supply;

/** Breaks, by this field, a rule that names it. */
public final class SupplyUsesHiLo {
    final io.mintmark.lab.broken.hilo.Issuer forbidden = new io.mintmark.lab.broken.hilo.Issuer();
}
