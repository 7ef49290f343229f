package io.mintmark.rules.broken.storage.sqlite;

/** What others must not use. */
public final class Room {}
