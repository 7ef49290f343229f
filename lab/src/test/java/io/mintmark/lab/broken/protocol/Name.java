package io.mintmark.lab.broken.protocol;

/** What others must not use. */
public final class Name {}
