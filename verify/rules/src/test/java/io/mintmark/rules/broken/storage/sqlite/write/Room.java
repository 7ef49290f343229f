package io.mintmark.rules.broken.storage.sqlite.write;

/** What others must not use. */
public final class Room {}
