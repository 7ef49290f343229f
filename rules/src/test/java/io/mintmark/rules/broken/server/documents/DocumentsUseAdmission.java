package io.mintmark.rules.broken.server.documents;

/** Breaks, by this field, a rule that names it. */
public final class DocumentsUseAdmission {
    final io.mintmark.rules.broken.server.admission.Room forbidden =
            new io.mintmark.rules.broken.server.admission.Room();
}
