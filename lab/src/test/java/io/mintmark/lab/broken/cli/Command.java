package io.mintmark.lab.broken.cli;

/** What others must not use. */
public final class Command {}
