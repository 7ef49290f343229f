package io.mintmark.rules.broken.server.databases;

/** Breaks, by this field, a rule that names it. */
public final class DatabasesUseDocuments {
    final io.mintmark.rules.broken.server.documents.Room forbidden =
            new io.mintmark.rules.broken.server.documents.Room();
}
