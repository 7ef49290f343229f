package io.mintmark.lab.broken.server.admission;

/** Breaks, by this field, a rule that names it. */
public final class AdmissionUsesHttp {
    final io.mintmark.lab.broken.server.http.Room forbidden = new io.mintmark.lab.broken.server.http.Room();
}
