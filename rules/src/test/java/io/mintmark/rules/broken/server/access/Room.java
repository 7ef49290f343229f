package io.mintmark.rules.broken.server.access;

/** Forbidden to the others. */
public final class Room {}
