package io.mintmark.lab.broken.server.storage.sqlite;

/** Forbidden to the others. */
public final class Room {}
