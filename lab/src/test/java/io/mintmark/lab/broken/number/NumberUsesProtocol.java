package io.mintmark.lab.broken.number;

/** Breaks, by this field, a rule that names it. */
public final class NumberUsesProtocol {
    final io.mintmark.lab.broken.protocol.Name forbidden = new io.mintmark.lab.broken.protocol.Name();
}
