package io.mintmark.lab.broken.cli;

/** Forbidden to the others. */
public final class Command {}
