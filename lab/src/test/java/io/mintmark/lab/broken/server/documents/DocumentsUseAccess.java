package io.mintmark.lab.broken.server.documents;

/** Breaks, by this field, a rule that names it. */
public final class DocumentsUseAccess {
    final io.mintmark.lab.broken.server.access.Room forbidden = new io.mintmark.lab.broken.server.access.Room();
}
