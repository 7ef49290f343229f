package io.mintmark.lab.broken.testkit;

/** Breaks, by this field, a rule that names it. */
public final class TestkitUsesProtocol {
    final io.mintmark.lab.broken.protocol.Name forbidden = new io.mintmark.lab.broken.protocol.Name();
}
