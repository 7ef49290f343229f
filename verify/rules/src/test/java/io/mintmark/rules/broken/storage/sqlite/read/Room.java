package io.mintmark.rules.broken.storage.sqlite.read;

/** What others must not use. */
public final class Room {}
