package io.mintmark.rules.broken.testkit;

/** Breaks, by this field, a rule that names it. */
public final class TestkitUsesProtocol {
    final io.mintmark.rules.broken.protocol.Name forbidden = new io.mintmark.rules.broken.protocol.Name();
}
