package io.mintmark.rules.broken.number;

/** Breaks, by this field, a rule that names it. */
public final class NumberUsesProtocol {
    final io.mintmark.rules.broken.protocol.Name forbidden = new io.mintmark.rules.broken.protocol.Name();
}
