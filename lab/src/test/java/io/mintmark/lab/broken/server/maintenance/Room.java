package io.mintmark.lab.broken.server.maintenance;

/** Forbidden to the others. */
public final class Room {}
