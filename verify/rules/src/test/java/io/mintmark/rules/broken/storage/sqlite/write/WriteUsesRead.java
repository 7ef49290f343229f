package io.mintmark.rules.broken.storage.sqlite.write;

/** Breaks, by this field, a rule that names it. */
public final class WriteUsesRead {
    final io.mintmark.rules.broken.storage.sqlite.Room forbidden = new io.mintmark.rules.broken.storage.sqlite.Room();
}
