package io.mintmark.rules.broken.web.http;

/** Forbidden to the others. */
public final class Room {}
