package io.mintmark.rules.broken.support;

/** Forbidden to the others. */
public final class Other {}
