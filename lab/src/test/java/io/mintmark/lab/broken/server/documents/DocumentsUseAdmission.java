package io.mintmark.lab.broken.server.documents;

/** Breaks, by this field, a rule that names it. */
public final class DocumentsUseAdmission {
    final io.mintmark.lab.broken.server.admission.Room forbidden = new io.mintmark.lab.broken.server.admission.Room();
}
