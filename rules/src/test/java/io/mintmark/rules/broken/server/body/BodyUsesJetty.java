package io.mintmark.rules.broken.server.body;

/** Breaks, by this field, a rule that names it. */
public final class BodyUsesJetty {
    final io.mintmark.rules.broken.server.jetty.Room forbidden = new io.mintmark.rules.broken.server.jetty.Room();
}
