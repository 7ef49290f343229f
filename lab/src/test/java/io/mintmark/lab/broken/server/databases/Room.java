package io.mintmark.lab.broken.server.databases;

/** Forbidden to the others. */
public final class Room {}
