package io.mintmark.rules.broken.server.databases;

/** Forbidden to the others. */
public final class Room {}
