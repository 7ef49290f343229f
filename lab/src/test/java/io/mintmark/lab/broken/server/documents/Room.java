package io.mintmark.lab.broken.server.documents;

/** Forbidden to the others. */
public final class Room {}
