package io.mintmark.lab.broken.client;

/** Breaks, by this field, a rule that names it. */
public final class ClientUsesServer {
    final io.mintmark.lab.broken.server.http.Room forbidden = new io.mintmark.lab.broken.server.http.Room();
}
