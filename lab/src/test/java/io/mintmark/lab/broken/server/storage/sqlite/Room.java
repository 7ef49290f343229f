package io.mintmark.lab.broken.server.storage.sqlite;

/** What others must not use. */
public final class Room {}
