package io.mintmark.lab.broken.range;

/** Breaks, by this field, a rule that names it. */
public final class RangeUsesHiLo {
    final io.mintmark.lab.broken.hilo.Issuer forbidden = new io.mintmark.lab.broken.hilo.Issuer();
}
