package io.mintmark.rules.broken.protocol;

/** Forbidden to the others. */
public final class Name {}
