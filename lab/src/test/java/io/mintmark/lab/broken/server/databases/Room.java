package io.mintmark.lab.broken.server.databases;

/** What others must not use. */
public final class Room {}
