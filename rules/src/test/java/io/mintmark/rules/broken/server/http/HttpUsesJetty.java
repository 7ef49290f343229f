package io.mintmark.rules.broken.server.http;

/** Breaks, by this field, a rule that names it. */
public final class HttpUsesJetty {
    final io.mintmark.rules.broken.server.jetty.Room forbidden = new io.mintmark.rules.broken.server.jetty.Room();
}
