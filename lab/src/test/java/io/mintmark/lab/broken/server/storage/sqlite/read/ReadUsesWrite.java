package io.mintmark.lab.broken.server.storage.sqlite.read;

/** Breaks, by this field, a rule that names it. */
public final class ReadUsesWrite {
    final io.mintmark.lab.broken.server.storage.sqlite.write.Room forbidden =
            new io.mintmark.lab.broken.server.storage.sqlite.write.Room();
}
