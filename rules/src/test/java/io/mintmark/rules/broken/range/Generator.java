package io.mintmark.rules.broken.range;

/** Forbidden to the others. */
public final class Generator {}
