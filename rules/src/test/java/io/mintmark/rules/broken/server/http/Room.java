package io.mintmark.rules.broken.server.http;

/** Forbidden to the others. */
public final class Room {}
