package io.mintmark.lab.broken.server.http;

/** What others must not use. */
public final class Room {}
