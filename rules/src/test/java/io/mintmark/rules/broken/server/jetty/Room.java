package io.mintmark.rules.broken.server.jetty;

/** What others must not use. */
public final class Room {}
