package io.mintmark.rules.broken.server.storage.sqlite.log;

/** What others must not use. */
public final class Room {}
