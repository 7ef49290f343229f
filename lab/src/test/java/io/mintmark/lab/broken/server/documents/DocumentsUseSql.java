package io.mintmark.lab.broken.server.documents;

/** Breaks, by this field, a rule that names it. */
public final class DocumentsUseSql {
    final io.mintmark.lab.broken.server.storage.sql.Room forbidden =
            new io.mintmark.lab.broken.server.storage.sql.Room();
}
