package io.mintmark.rules.broken.server.documents;

/** Forbidden to the others. */
public final class Room {}
