package io.mintmark.lab.broken.server.storage.sqlite.read;

/** What others must not use. */
public final class Room {}
