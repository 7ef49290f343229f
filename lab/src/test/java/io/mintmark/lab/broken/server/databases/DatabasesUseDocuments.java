package io.mintmark.lab.broken.server.databases;

/** Breaks, by this field, a rule that names it. */
public final class DatabasesUseDocuments {
    final io.mintmark.lab.broken.server.documents.Room forbidden = new io.mintmark.lab.broken.server.documents.Room();
}
