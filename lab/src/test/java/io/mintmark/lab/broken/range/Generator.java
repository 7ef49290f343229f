package io.mintmark.lab.broken.range;

/** Forbidden to the others. */
public final class Generator {}
