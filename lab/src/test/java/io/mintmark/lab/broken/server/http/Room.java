package io.mintmark.lab.broken.server.http;

/** Forbidden to the others. */
public final class Room {}
