package io.mintmark.lab.broken.protocol;

/** Forbidden to the others. */
public final class Name {}
