package io.mintmark.rules.broken.server.documents;

/** Breaks, by this field, a rule that names it. */
public final class DocumentsUsePostgres {
    final io.mintmark.rules.broken.server.storage.postgresql.Room forbidden =
            new io.mintmark.rules.broken.server.storage.postgresql.Room();
}
