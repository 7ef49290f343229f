package io.mintmark.lab.broken.server.tls;

/** Breaks, by this field, a rule that names it. */
public final class TlsUsesHttp {
    final io.mintmark.lab.broken.server.http.Room forbidden = new io.mintmark.lab.broken.server.http.Room();
}
