package io.mintmark.rules.broken.server.json;

/** Forbidden to the others. */
public final class Other {}
