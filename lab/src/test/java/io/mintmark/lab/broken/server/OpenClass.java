package io.mintmark.lab.broken.server;

/** Breaks: classes are final, and packages are null-marked. */
public class OpenClass {}
