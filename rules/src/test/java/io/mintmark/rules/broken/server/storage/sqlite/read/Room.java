package io.mintmark.rules.broken.server.storage.sqlite.read;

/** What others must not use. */
public final class Room {}
