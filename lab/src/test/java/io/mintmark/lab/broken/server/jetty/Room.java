package io.mintmark.lab.broken.server.jetty;

/** What others must not use. */
public final class Room {}
