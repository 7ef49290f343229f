package io.mintmark.rules.broken.range;

/** Breaks, by this field, a rule that names it. */
public final class RangeUsesHiLo {
    final io.mintmark.rules.broken.hilo.Issuer forbidden = new io.mintmark.rules.broken.hilo.Issuer();
}
