package io.mintmark.rules.broken.cli;

/** Forbidden to the others. */
public final class Command {}
