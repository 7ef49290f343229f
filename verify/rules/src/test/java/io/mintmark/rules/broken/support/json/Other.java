package io.mintmark.rules.broken.support.json;

/** Forbidden to the others. */
public final class Other {}
