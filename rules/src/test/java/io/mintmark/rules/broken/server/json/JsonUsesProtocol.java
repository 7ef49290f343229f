package io.mintmark.rules.broken.server.json;

/** Breaks, by this field, a rule that names it. */
public final class JsonUsesProtocol {
    final io.mintmark.rules.broken.protocol.Name forbidden = new io.mintmark.rules.broken.protocol.Name();
}
