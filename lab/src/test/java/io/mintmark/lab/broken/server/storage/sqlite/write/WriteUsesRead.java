package io.mintmark.lab.broken.server.storage.sqlite.write;

/** Breaks, by this field, a rule that names it. */
public final class WriteUsesRead {
    final io.mintmark.lab.broken.server.storage.sqlite.read.Room forbidden =
            new io.mintmark.lab.broken.server.storage.sqlite.read.Room();
}
