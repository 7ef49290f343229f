package io.mintmark.rules.broken.server.documents;

/** Breaks, by this field, a rule that names it. */
public final class DocumentsUseSql {
    final io.mintmark.rules.broken.server.storage.sqlite.Room forbidden =
            new io.mintmark.rules.broken.server.storage.sqlite.Room();
}
