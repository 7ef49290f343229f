package io.mintmark.rules.broken.testkit;

/** Forbidden to the others. */
public final class Kit {}
