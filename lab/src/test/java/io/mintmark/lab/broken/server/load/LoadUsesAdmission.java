package io.mintmark.lab.broken.server.load;

/** Breaks, by this field, a rule that names it. */
public final class LoadUsesAdmission {
    final io.mintmark.lab.broken.server.admission.Room forbidden = new io.mintmark.lab.broken.server.admission.Room();
}
