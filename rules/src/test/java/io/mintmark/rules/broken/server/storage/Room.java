package io.mintmark.rules.broken.server.storage;

/** Forbidden to the others. */
public final class Room {}
