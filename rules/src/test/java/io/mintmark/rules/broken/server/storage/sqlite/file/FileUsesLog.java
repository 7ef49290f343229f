package io.mintmark.rules.broken.server.storage.sqlite.file;

/** Breaks, by this field, a rule that names it. */
public final class FileUsesLog {
    final io.mintmark.rules.broken.server.storage.sqlite.log.Room forbidden =
            new io.mintmark.rules.broken.server.storage.sqlite.log.Room();
}
