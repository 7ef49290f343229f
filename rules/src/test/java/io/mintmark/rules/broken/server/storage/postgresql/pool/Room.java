package io.mintmark.rules.broken.server.storage.postgresql.pool;

/** Forbidden to the others. */
public final class Room {}
