package io.mintmark.lab.broken.server.storage.sqlite.write;

/** What others must not use. */
public final class Room {}
