package io.mintmark.lab.broken.server.storage;

/** Forbidden to the others. */
public final class Room {}
