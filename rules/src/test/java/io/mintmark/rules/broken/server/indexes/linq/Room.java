package io.mintmark.rules.broken.server.indexes.linq;

/** Forbidden to the others. */
public final class Room {}
