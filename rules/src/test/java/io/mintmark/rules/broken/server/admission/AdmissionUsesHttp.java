package io.mintmark.rules.broken.server.admission;

/** Breaks, by this field, a rule that names it. */
public final class AdmissionUsesHttp {
    final io.mintmark.rules.broken.server.http.Room forbidden = new io.mintmark.rules.broken.server.http.Room();
}
