package io.mintmark.lab.broken.range;

/** What others must not use. */
public final class Generator {}
