package io.mintmark.rules.broken.server.storage.postgresql.catalog;

/** Forbidden to the others. */
public final class Room {}
