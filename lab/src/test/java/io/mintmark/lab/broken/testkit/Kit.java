package io.mintmark.lab.broken.testkit;

/** What others must not use. */
public final class Kit {}
