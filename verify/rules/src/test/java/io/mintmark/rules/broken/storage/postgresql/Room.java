package io.mintmark.rules.broken.storage.postgresql;

/** Forbidden to the others. */
public final class Room {}
