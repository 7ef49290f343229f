package io.mintmark.rules.broken.server.tls;

/** Breaks, by this field, a rule that names it. */
public final class TlsUsesHttp {
    final io.mintmark.rules.broken.server.http.Room forbidden = new io.mintmark.rules.broken.server.http.Room();
}
