package io.mintmark.lab.broken.server.admission;

/** What others must not use. */
public final class Room {}
