package io.mintmark.rules.broken.server.documents;

/** Breaks, by this field, a rule that names it. */
public final class DocumentsUseAccess {
    final io.mintmark.rules.broken.server.access.Room forbidden = new io.mintmark.rules.broken.server.access.Room();
}
