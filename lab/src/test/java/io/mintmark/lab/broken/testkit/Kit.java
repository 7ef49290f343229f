package io.mintmark.lab.broken.testkit;

/** Forbidden to the others. */
public final class Kit {}
