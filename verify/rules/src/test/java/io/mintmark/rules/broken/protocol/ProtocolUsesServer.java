package io.mintmark.rules.broken.protocol;

/** Breaks, by this field, a rule that names it. */
public final class ProtocolUsesServer {
    final io.mintmark.rules.broken.server.OpenClass forbidden = new io.mintmark.rules.broken.server.OpenClass();
}
