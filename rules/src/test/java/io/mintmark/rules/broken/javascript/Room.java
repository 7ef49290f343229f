package io.mintmark.rules.broken.javascript;

/** Forbidden to the others. */
public final class Room {}
