package io.mintmark.lab.broken.server.storage;

/** What others must not use. */
public final class Room {}
