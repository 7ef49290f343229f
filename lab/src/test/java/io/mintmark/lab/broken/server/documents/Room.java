package io.mintmark.lab.broken.server.documents;

/** What others must not use. */
public final class Room {}
