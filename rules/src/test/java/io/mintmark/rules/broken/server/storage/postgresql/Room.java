package io.mintmark.rules.broken.server.storage.postgresql;

/** Forbidden to the others. */
public final class Room {}
