package io.mintmark.rules.broken.client;

/** Breaks, by this field, a rule that names it. */
public final class ClientUsesServer {
    final io.mintmark.rules.broken.web.http.Room forbidden = new io.mintmark.rules.broken.web.http.Room();
}
