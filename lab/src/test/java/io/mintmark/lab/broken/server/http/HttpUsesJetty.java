package io.mintmark.lab.broken.server.http;

/** Breaks, by this field, a rule that names it. */
public final class HttpUsesJetty {
    final io.mintmark.lab.broken.server.jetty.Room forbidden = new io.mintmark.lab.broken.server.jetty.Room();
}
