package io.mintmark.lab.broken.server.body;

/** Breaks, by this field, a rule that names it. */
public final class BodyUsesJetty {
    final io.mintmark.lab.broken.server.jetty.Room forbidden = new io.mintmark.lab.broken.server.jetty.Room();
}
