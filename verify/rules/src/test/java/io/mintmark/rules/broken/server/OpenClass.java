package io.mintmark.rules.broken.server;

/** Breaks: classes are final, and packages are null-marked. */
public class OpenClass {}
