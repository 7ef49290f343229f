package io.mintmark.lab.broken.server.access;

/** What others must not use. */
public final class Room {}
