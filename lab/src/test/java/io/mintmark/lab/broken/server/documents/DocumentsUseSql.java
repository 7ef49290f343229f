package io.mintmark.lab.broken.server.documents;

/** Breaks, by this field, a rule that names it. */
public final class DocumentsUseSql {
    final io.mintmark.lab.broken.server.storage.sqlite.Room forbidden =
            new io.mintmark.lab.broken.server.storage.sqlite.Room();
}
