package io.mintmark.rules.broken.server.storage.sqlite;

/** Forbidden to the others. */
public final class Room {}
