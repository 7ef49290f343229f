package io.mintmark.lab.broken.server.access;

/** Forbidden to the others. */
public final class Room {}
