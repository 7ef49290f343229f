package io.mintmark.rules.broken.range;

/** Breaks: exceptions are of one family. */
final class StrangeException extends IllegalStateException {}
