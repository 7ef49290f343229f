package io.mintmark.rules.broken.server.indexes.plan;

/** Forbidden to the others. */
public final class Room {}
