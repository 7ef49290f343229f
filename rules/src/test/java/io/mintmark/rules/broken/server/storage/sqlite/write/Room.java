package io.mintmark.rules.broken.server.storage.sqlite.write;

/** What others must not use. */
public final class Room {}
