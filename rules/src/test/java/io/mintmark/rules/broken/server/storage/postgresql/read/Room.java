package io.mintmark.rules.broken.server.storage.postgresql.read;

/** Forbidden to the others. */
public final class Room {}
