package io.mintmark.rules.broken.server.admission;

/** What others must not use. */
public final class Room {}
