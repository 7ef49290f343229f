package io.mintmark.rules.broken.server.storage.postgresql.write;

/** Forbidden to the others. */
public final class Room {}
