package io.mintmark.rules.broken.hilo.supply;

/** Breaks, by this field, a rule that names it. */
public final class SupplyUsesHiLo {
    final io.mintmark.rules.broken.hilo.Issuer forbidden = new io.mintmark.rules.broken.hilo.Issuer();
}
