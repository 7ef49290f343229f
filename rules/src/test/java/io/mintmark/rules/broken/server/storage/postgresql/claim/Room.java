package io.mintmark.rules.broken.server.storage.postgresql.claim;

/** Forbidden to the others. */
public final class Room {}
