package io.mintmark.rules.broken.server.conformance;

/** Breaks, by this field, a rule that names it. */
public final class ConformanceUsesStorage {
    final io.mintmark.rules.broken.server.storage.Room forbidden = new io.mintmark.rules.broken.server.storage.Room();
}
