package io.mintmark.rules.broken.server.load;

/** Breaks, by this field, a rule that names it. */
public final class LoadUsesAdmission {
    final io.mintmark.rules.broken.server.admission.Room forbidden =
            new io.mintmark.rules.broken.server.admission.Room();
}
