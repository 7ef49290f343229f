package io.mintmark.lab.broken.protocol;

/** Breaks, by this field, a rule that names it. */
public final class ProtocolUsesServer {
    final io.mintmark.lab.broken.server.OpenClass forbidden = new io.mintmark.lab.broken.server.OpenClass();
}
