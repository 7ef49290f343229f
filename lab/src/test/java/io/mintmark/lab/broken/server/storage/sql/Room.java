package io.mintmark.lab.broken.server.storage.sql;

/** What others must not use. */
public final class Room {}
