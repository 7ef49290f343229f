package io.mintmark.rules.broken.server.indexes.reduce;

/** Forbidden to the others. */
public final class Room {}
