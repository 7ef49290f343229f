package io.mintmark.rules.broken.server.maintenance;

/** Forbidden to the others. */
public final class Room {}
