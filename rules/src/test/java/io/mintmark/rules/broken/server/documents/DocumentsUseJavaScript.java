package io.mintmark.rules.broken.server.documents;

/** Breaks, by this field, a rule that names it. */
public final class DocumentsUseJavaScript {
    final io.mintmark.rules.broken.javascript.Room forbidden = new io.mintmark.rules.broken.javascript.Room();
}
