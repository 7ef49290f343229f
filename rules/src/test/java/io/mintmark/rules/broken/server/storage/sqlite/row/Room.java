package io.mintmark.rules.broken.server.storage.sqlite.row;

/** What others must not use. */
public final class Room {}
