package io.mintmark.lab.broken.server.json;

/** Breaks, by this field, a rule that names it. */
public final class JsonUsesProtocol {
    final io.mintmark.lab.broken.protocol.Name forbidden = new io.mintmark.lab.broken.protocol.Name();
}
